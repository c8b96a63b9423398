-- A key under which bytes are being stored is noted before, and deleted after a day unless it has become that of a file.
alter table file_removal add column due_at timestamptz(3) not null default now();
