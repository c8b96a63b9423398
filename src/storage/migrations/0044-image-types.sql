-- What an upload may turn out to be whose bytes are an image of another type than its name.
alter table file add column image_types text not null default '';
