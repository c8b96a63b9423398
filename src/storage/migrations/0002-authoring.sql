-- The id a definition has as a flow (storage/flows.ts, flowIdOf): the hash of its text. Marked immutable, which it is as
-- long as the database is in UTF-8: only the name of an encoding keeps PostgreSQL from seeing it.
create function flow_id_of(definition json) returns text
  language sql immutable parallel safe
  return 'flw_' || left(encode(sha256(convert_to(definition::text, 'UTF8')), 'hex'), 40);

-- Whether there is something to publish is told by two ids, without loading two graphs.
alter table bot add column draft_flow_id text collate "C" generated always as (flow_id_of(draft)) stored;

-- Lists of a workspace, newest first: ids sort by age.
create index bot_listed on bot (workspace_id, is_archived, id desc);
create index bot_filed on bot (workspace_id, folder_id, id desc) where not is_archived;
create index folder_parent_folder_id on folder (parent_folder_id);

-- What happened to a bot, by the revision it made: what watchers read once they were woken. Only the newest are kept.
create table bot_change (
  bot_id text collate "C" not null references bot (id) on delete cascade,
  revision integer not null,
  kind text not null,
  actor_id text collate "C" references app_user (id) on delete set null,
  created_at timestamptz(3) not null,
  primary key (bot_id, revision)
);

create table theme_template (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  name text not null,
  theme json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index theme_template_workspace_id on theme_template (workspace_id, id);

create table custom_domain (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  name text collate "C" not null unique,
  status text not null,
  created_at timestamptz(3) not null,
  checked_at timestamptz(3)
);
create index custom_domain_workspace_id on custom_domain (workspace_id, name);
