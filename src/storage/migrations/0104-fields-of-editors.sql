-- The field of a form that somebody types in, so that two people notice that they change the same.
alter table bot_editor add column field text;
