-- Counts over long stretches of time: the same total stands once for its quarter of an hour, once for its day (96 of them)
-- and once for 32 days, so that a reader adds up few rows (storage/counts.ts). `slot` is the first quarter of the stretch.
alter table bot_count add column span integer not null default 1;
alter table bot_count drop constraint bot_count_pkey;
insert into bot_count (bot_id, kind, slot, flow_id, part_id, total, span)
select bot_id, kind, slot / length * length, flow_id, part_id, sum(total), length
from bot_count cross join unnest(array[96, 3072]) as length group by 1, 2, 3, 4, 5, 7;
alter table bot_count alter column span drop default;
alter table bot_count add primary key (bot_id, kind, span, slot, flow_id, part_id);

-- How many results each of a thousand bots has, not of a hundred: a plan for a bot that is larger than it looks sorts them.
alter table result alter column bot_id set statistics 1000;

-- Files of exports, in pieces, so that any process hands them out. Those written before lie on some server's disk: their
-- jobs are forgotten.
delete from job where finished_at is not null;
-- How often the job was taken: a worker that was taken for dead writes nothing more.
alter table job add column attempt integer not null default 0;
alter table job add column bytes double precision not null default 0;
create table job_piece (
  job_id text collate "C" not null references job (id) on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (job_id, number)
);

-- What is thrown away after a time is found by its age (storage/forget.ts).
create index chat_session_age on chat_session (is_preview, created_at);
-- A flow was last wanted then, to the day. One that no version has is thrown away when nobody wanted it for long.
alter table flow add column used_at timestamptz(3) not null default now();
create index bot_version_flow_id on bot_version (flow_id);
create index flow_used_at on flow (used_at);
