-- Stages of bots (docs/adr/0093-stages-and-splits.md). The flow of a stage is one of its own: `@<stage>/<random>/<version>`.
create table bot_stage (
  id text collate "C" primary key,
  bot_id text collate "C" not null references bot (id) on delete cascade,
  name text collate "C" not null,
  version_id text collate "C" not null references bot_version (id) on delete cascade,
  flow_id text collate "C" not null references flow (id),
  variables json not null,
  credentials json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint bot_stage_name unique (bot_id, name)
);
create index bot_stage_version_id on bot_stage (version_id);

create function bot_stage_audited_fn() returns trigger as $$ begin perform note_audit_1('BOT_STAGE', coalesce(new.id, old.id), coalesce(new.name, old.name), (select workspace_id from bot where id = old.bot_id), (select workspace_id from bot where id = new.bot_id), jsonb_build_object('name', old.name, 'versionId', old.version_id, 'variables', left(md5(old.variables::text), 8), 'credentials', old.credentials), jsonb_build_object('name', new.name, 'versionId', new.version_id, 'variables', left(md5(new.variables::text), 8), 'credentials', new.credentials)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on bot_stage for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function bot_stage_audited_fn();

-- The totals of a workspace are those of live chats.
create or replace function count_for_workspace() returns trigger language plpgsql as $$
begin
  -- Both triggers of a statement update rows of workspaces in an order of their own: statements take turns.
  perform pg_advisory_xact_lock(hashtextextended('counts of workspaces', 0));
  insert into bot_count (shard_key, bot_id, kind, span, slot, flow_id, part_id, total)
  select shard_key_of_workspace(workspace_id), workspace_id, kind, span, slot, '', '', sum(total)
  from added join bot on bot.id = bot_id where kind in ('view', 'start', 'completion') and not starts_with(flow_id, '@')
  group by 2, 3, 4, 5 order by 2, 3, 4, 5
  on conflict on constraint bot_count_pkey do update set total = bot_count.total + excluded.total;
  return null;
end $$;

create or replace function count_more_for_workspace() returns trigger language plpgsql as $$
begin
  -- Both triggers of a statement update rows of workspaces in an order of their own: statements take turns.
  perform pg_advisory_xact_lock(hashtextextended('counts of workspaces', 0));
  insert into bot_count (shard_key, bot_id, kind, span, slot, flow_id, part_id, total)
  select shard_key_of_workspace(workspace_id), workspace_id, kind, span, slot, '', '', sum(total)
  from (select bot_id, kind, span, slot, flow_id, total from added
    union all select bot_id, kind, span, slot, flow_id, -total from replaced) as changed
  join bot on bot.id = bot_id where kind in ('view', 'start', 'completion') and not starts_with(flow_id, '@')
  group by 2, 3, 4, 5 having sum(total) <> 0 order by 2, 3, 4, 5
  on conflict on constraint bot_count_pkey do update set total = bot_count.total + excluded.total;
  return null;
end $$;

create index result_of_stage on result (bot_id, created_at desc, id desc) where starts_with(flow_id, '@') and not is_archived;
