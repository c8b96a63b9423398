-- What members uploaded, for their lists; and the size of images.
alter table file add column width integer, add column height integer;
create index file_of_bot on file (bot_id, id) where result_id is null and session_id is null;
