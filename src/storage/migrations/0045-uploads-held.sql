-- Room for uploads is held before their bytes come (docs/adr/0051-room-is-held-for-uploads.md): a noted key says how many may come under
-- it, and for whom.
alter table file_removal
  add column workspace_id text collate "C",
  add column bot_id text collate "C",
  add column chat_id text collate "C",
  add column client_address text,
  add column bytes double precision not null default 0;
create index file_removal_due_at on file_removal (due_at);
create index file_removal_held on file_removal (workspace_id) where bytes > 0;

-- With the bytes, so that adding them up reads the index alone.
drop index file_workspace_id;
create index file_workspace_id on file (workspace_id, bytes);

-- Notes a key with as much of the wanted bytes as there is room for, instead of what was held for it when it was prepared; or says
-- what lacks room, and notes nothing. A function, because each of its statements sees what was written before it began: those who
-- hold at once come one after the other, and each counts all before it.
create function hold_upload(
  new_key text, staged_key text, of_workspace text, of_bot text, of_chat text, of_address text,
  wanted float8, at_least float8, seconds int,
  most_stored float8, room float8, most_of_chat int, most_of_address int, most_of_bot int,
  out granted float8, out lacking text
) as $$
declare
  stored float8;
  held float8;
  by_chat int;
  by_address int;
  by_bot int;
begin
  -- Always in this order.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || of_workspace, 0));
  perform pg_advisory_xact_lock(hashtextextended('uploads', 0));
  -- In one statement: an upload that is settled meanwhile counts once.
  select coalesce(sum(bytes) filter (where workspace_id = of_workspace), 0)
      + (select coalesce(sum(bytes), 0) from file where workspace_id = of_workspace),
    coalesce(sum(bytes), 0),
    count(*) filter (where chat_id = of_chat) + (select count(*) from file
      where not is_used and uploaded_at is not null and (result_id = of_chat or session_id = of_chat)),
    count(*) filter (where client_address = of_address),
    count(*) filter (where bot_id = of_bot)
    into stored, held, by_chat, by_address, by_bot
    from file_removal where bytes > 0 and key <> staged_key;
  granted := least(wanted, most_stored - stored, room - held);
  lacking := case
    when by_chat >= most_of_chat then 'CHAT'
    when by_address >= most_of_address then 'ADDRESS'
    when by_bot >= most_of_bot then 'BOT'
    when most_stored - stored < at_least then 'WORKSPACE'
    when room - held < at_least then 'VOLUME'
  end;
  if lacking is null then
    delete from file_removal where key = staged_key and key <> new_key;
    insert into file_removal (key, workspace_id, bot_id, chat_id, client_address, bytes, due_at)
    values (new_key, of_workspace, of_bot, of_chat, of_address, granted, now() + seconds * interval '1 second')
    on conflict (key) do update set bytes = excluded.bytes, due_at = excluded.due_at;
  end if;
end;
$$ language plpgsql;
