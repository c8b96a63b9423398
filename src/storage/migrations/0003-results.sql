-- The flow a result began with: its counts stand under it, whatever the bot runs later.
alter table result add column flow_id text collate "C" not null default '';

-- Lists of those that were answered, and of those that came to the end, however few there are.
create index result_started on result (bot_id, created_at desc, id desc) where has_started and not is_archived;
create index result_completed on result (bot_id, created_at desc, id desc) where is_completed and not is_archived;

-- A result finds the chats it comes from, to show what was said, and to erase it.
create index chat_session_result_id on chat_session (result_id) where result_id is not null;

-- What a turn came through, as it was counted: [{ bot_id, flow_id, parts: [[kind, id, how often]] }]. Outlives the events of a result that is deleted.
alter table chat_event add column passed json;

-- What turns counted and nobody has added up yet. A turn adds a row and touches none that is there, so that no two chats
-- wait for each other; storage/foldCounts.ts takes rows away again as it adds them up, in one statement.
create table count_delta (
  bot_id text collate "C" not null,
  flow_id text collate "C" not null,
  -- The quarter of an hour, since 1970, in which the chat or result began. Midnights of all zones lie between two of them.
  slot integer not null,
  parts json not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create index count_delta_bot_id on count_delta (bot_id);

-- What was added up. The counts of a bot are these and what is not yet added.
create table bot_count (
  bot_id text collate "C" not null,
  -- view, start and completion are of results; reached, answered and left are of blocks, edge of edges.
  kind text collate "C" not null,
  slot integer not null,
  flow_id text collate "C" not null,
  -- The block or edge; empty where there is none.
  part_id text collate "C" not null,
  total bigint not null,
  primary key (bot_id, kind, slot, flow_id, part_id)
) with (fillfactor = 80);

insert into bot_count (bot_id, kind, slot, flow_id, part_id, total)
select bot_id, kind, floor(extract(epoch from created_at) / 900)::int, flow_id, '', count(*)
from result cross join lateral (values ('view', true), ('start', has_started), ('completion', is_completed)) as k (kind, holds)
where holds group by 1, 2, 3, 4;

-- Work that goes on after the request that asked for it, also through a restart.
create table job (
  id text collate "C" primary key,
  bot_id text collate "C" not null references bot (id) on delete cascade,
  user_id text collate "C" references app_user (id) on delete set null,
  kind text not null,
  input json not null,
  status text not null,
  -- How many rows are done, of how many there were at the start.
  done integer not null,
  total integer not null,
  error text,
  -- The secret in the address of the file.
  file_token text collate "C" not null,
  -- A worker that has not been heard of since then is taken for dead, and another begins anew.
  heard_at timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3)
);
create index job_open on job (created_at) where status in ('QUEUED', 'RUNNING');
create index job_expiry on job (expires_at) where expires_at is not null;
create index job_bot_id on job (bot_id, created_at desc);
