-- Distributes a migrated database over the workers of a Citus cluster (docs/adr/0062-shard-keys.md); sharded/distribute.ts
-- runs it on the coordinator, in one transaction, as often as wanted: what is distributed already stays as it is.
set local citus.multi_shard_modify_mode = 'sequential';

-- What grows with chats. All rows of a chat have the same shard key, and so the same worker.
create temporary table spread on commit drop as
select name, place from unnest(array['chat_session', 'chat_event', 'result', 'answer', 'count_delta', 'bot_count', 'turn_answer',
  'idempotent_reply', 'chat_stream', 'chat_trace', 'chat_replay', 'client_log', 'webhook_delivery', 'restricted_preview', 'payment',
  'chat_desk', 'chat_note']) with ordinality as listed (name, place)
where not exists (select from pg_dist_partition where logicalrelid = name::regclass);

-- Ids of transactions are those of one node, so what turns count stands in rows of its own from now on, and nothing is read by such ids.
do $$ begin
  if exists (select from spread where name = 'chat_event') then
    insert into count_delta (shard_key, bot_id, flow_id, slot, parts)
    select shard_key, c.bot_id, c.flow_id, coalesce(c.slot, chat_event.slot), c.parts
    from chat_event cross join lateral json_to_recordset(passed) as c (bot_id text, flow_id text, slot integer, parts json)
    where written_in >= (select before from counted_log);
    alter table chat_event drop column written_in;
    alter table chat_event add column written_in xid8;
    create index chat_event_written_in on chat_event (written_in) where written_in is not null;
    create or replace function is_sharded() returns boolean language sql immutable as 'select true';
    -- Only servers before shard keys need it, and they do not know this layout.
    drop trigger empty_key on chat_session;
    -- node.fold_counts does what they do: a distributed table has no triggers.
    drop trigger counted_first on bot_count;
    drop trigger counted_more on bot_count;
  end if;
end $$;

create or replace function counted_before() returns xid8 language sql immutable as $$ select '18446744073709551615'::xid8 $$;

-- Each node has numbers of its own in a sequence, and the same queue is written over several: the time orders its deliveries.
do $$ begin
  if exists (select from spread where name = 'webhook_delivery') then
    alter table webhook_delivery alter column position set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  end if;
end $$;

-- A key that is unique must name the column by which the rows are distributed.
do $$
declare
  v record;
begin
  for v in select * from spread order by place loop
    declare
      v_columns text;
    begin
      select string_agg(quote_ident(attname), ', ' order by at) into v_columns
      from pg_constraint cross join unnest(conkey) with ordinality as part (number, at)
        join pg_attribute on attrelid = conrelid and attnum = number
      where conrelid = v.name::regclass and contype = 'p';
      -- Rows without a key could not be deleted while their shard moves; those of a table that has none here have an id of their own.
      execute format('alter table %1$I drop constraint if exists %1$s_pkey, add primary key (shard_key, %2$s)', v.name,
        coalesce(v_columns, 'id'));
      -- A table that is not logged cannot be moved to another worker while it is written.
      if (select relpersistence from pg_class where oid = v.name::regclass) = 'u' then
        execute format('alter table %I set logged', v.name);
      end if;
    end;
  end loop;
end $$;

select create_distributed_table(name, 'shard_key', colocate_with => case place when 1 then 'none' else 'chat_session' end)
from spread order by place;

-- What turns look up of other tables, on every node: which bots belong to a workspace that has webhooks. All other tables stay on the
-- coordinator as they are. Functions of turns find these first.
create schema if not exists node;
create table if not exists node.bot (
  id text collate "C" primary key,
  workspace_id text collate "C" not null
);
create table if not exists node.webhook (
  id text collate "C" primary key,
  workspace_id text collate "C" not null,
  bot_id text collate "C",
  event_types text[] not null,
  is_enabled boolean not null
);
create index if not exists webhook_workspace_id on node.webhook (workspace_id);

select create_reference_table(name) from unnest(array['node.bot', 'node.webhook']) as name
where not exists (select from pg_dist_partition where logicalrelid = name::regclass);

insert into node.bot (id, workspace_id) select id, workspace_id from bot on conflict (id) do nothing;
insert into node.webhook (id, workspace_id, bot_id, event_types, is_enabled)
select id, workspace_id, bot_id, event_types, is_enabled from webhook on conflict (id) do nothing;

create or replace function node.note_bot() returns trigger language plpgsql as $$ begin
  if old.id is not null then delete from node.bot where id = old.id; end if;
  if new.id is not null then insert into node.bot (id, workspace_id) values (new.id, new.workspace_id); end if;
  return null;
end $$;
create or replace function node.note_webhook() returns trigger language plpgsql as $$ begin
  if old.id is not null then delete from node.webhook where id = old.id; end if;
  if new.id is not null then
    insert into node.webhook (id, workspace_id, bot_id, event_types, is_enabled)
    values (new.id, new.workspace_id, new.bot_id, new.event_types, new.is_enabled);
  end if;
  return null;
end $$;
create or replace trigger noted after insert or delete on bot for each row execute function node.note_bot();
create or replace trigger noted_move after update of workspace_id on bot for each row
  when (old.workspace_id <> new.workspace_id) execute function node.note_bot();
create or replace trigger noted after insert or delete or update of workspace_id, bot_id, event_types, is_enabled on webhook
  for each row execute function node.note_webhook();

-- Every turn asks whether its bot has webhooks: of the copies on the node itself, since Citus would plan a query of a table that is
-- on every node again each time.
do $$
declare
  v_copies text[];
begin
  select array_agg(shard_name(logicalrelid, shardid) order by name) into v_copies
  from unnest(array['node.bot', 'node.webhook']) as name join pg_dist_shard on logicalrelid = name::regclass;
  execute format('create or replace function has_webhooks(p_bot text) returns boolean language plpgsql as %L',
    format('begin return exists (select from %s join %s as bot using (workspace_id) where bot.id = p_bot); end', v_copies[2], v_copies[1]));
end $$;
alter function tell_webhooks_2 set search_path = node, public;
alter function tell_desk_1 set search_path = node, public;
alter function workspace_of_bot set search_path = node, public;

-- Adds deltas of one shard key to the totals, and gives how many: what storage/foldCounts.ts does for all keys in one statement, which a
-- cluster refuses. Here each statement names the key. Totals are updated in the same order by all.
create or replace function node.fold_counts(p_shard_key text, p_most integer, p_spans integer[]) returns integer language plpgsql as $$
declare
  v_taken json;
  v record;
begin
  with delta as (
    delete from count_delta where shard_key = p_shard_key and ctid = any(array(
      select ctid from count_delta where shard_key = p_shard_key limit p_most for update skip locked))
    returning bot_id, flow_id, slot, parts
  )
  select json_agg(delta) into v_taken from delta;
  for v in
    select owner.id as bot_id, part ->> 0 as kind, length, slot / length * length as first, owner.flow_id, part ->> 1 as part_id,
      sum((part ->> 2)::bigint)::bigint as total
    from json_to_recordset(v_taken) as taken (bot_id text, flow_id text, slot integer, parts json)
      cross join lateral json_array_elements(parts) as part cross join unnest(p_spans) as length
      cross join lateral (select taken.bot_id as id, taken.flow_id union all
        select workspace_id, '' from node.bot where bot.id = taken.bot_id and part ->> 0 in ('view', 'start', 'completion')
          and not starts_with(taken.flow_id, '@')) as owner
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  loop
    insert into bot_count (shard_key, bot_id, kind, span, slot, flow_id, part_id, total)
    values (p_shard_key, v.bot_id, v.kind, v.length, v.first, v.flow_id, v.part_id, v.total)
    on conflict on constraint bot_count_pkey do update set total = bot_count.total + excluded.total;
  end loop;
  return coalesce(json_array_length(v_taken), 0);
end $$;
