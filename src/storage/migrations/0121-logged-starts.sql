-- When the log alone told how chats of a bot began that are kept to be run again (docs/adr/0080-replay.md): of bots that keep at least one
-- chat in 20, since now. Servers before this version keep a row of each.
alter table bot add column logged_starts json;
update bot set logged_starts = json_build_array(json_build_object('from', floor(extract(epoch from now()) * 1000) - 600000, 'to', null))
where replay_share >= 0.05;
