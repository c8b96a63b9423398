-- Which part of the chats of a bot is traced (docs/adr/0066-traces.md); takes effect at once, for chats that begin.
alter table bot add column trace_share double precision not null default 0;
