-- Segments of bots (docs/adr/0090-segments.md): by what the results of a bot are counted apart. `named` are the values that have a count of
-- their own; results that began before `counted_since` are not counted yet, newest first.
create table bot_segment (
  id text collate "C" primary key,
  bot_id text collate "C" not null references bot (id) on delete cascade,
  source text collate "C" not null,
  variable_id text collate "C",
  name text not null,
  named text[] not null default '{}',
  counted_since timestamptz(3),
  counted_id text collate "C" not null default '',
  is_removed boolean not null default false,
  created_at timestamptz(3) not null
);
create index bot_segment_bot_id on bot_segment (bot_id);

create function bot_segment_audited_fn() returns trigger as $$ begin perform note_audit_1('BOT_SEGMENT', coalesce(new.id, old.id), coalesce(new.name, old.name), (select workspace_id from bot where id = old.bot_id), (select workspace_id from bot where id = new.bot_id), jsonb_build_object('source', old.source, 'variableId', old.variable_id, 'isRemoved', old.is_removed), jsonb_build_object('source', new.source, 'variableId', new.variable_id, 'isRemoved', new.is_removed)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on bot_segment for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function bot_segment_audited_fn();

-- As what a result is counted in a segment. Not in a cluster, where no bot has segments.
create table segment_result (
  segment_id text collate "C" not null,
  result_id text collate "C" not null,
  value text not null,
  has_started boolean not null,
  is_completed boolean not null,
  primary key (segment_id, result_id)
);

-- What transactions before this one wrote to the log is counted in segments. Who changes these counts locks it, so that they take turns.
create table segment_log (
  id boolean primary key check (id),
  before xid8 not null
);
insert into segment_log (id, before) values (true, pg_snapshot_xmin(pg_current_snapshot()));
create function segmented_before() returns xid8 language sql stable as 'select before from segment_log';
