-- People and their tokens. Only a token's SHA-256 is stored.
create table app_user (
  id text collate "C" primary key,
  name text,
  email text unique,
  created_at timestamptz(3) not null
);

create table api_token (
  id text collate "C" primary key,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  name text not null,
  hash text collate "C" not null unique,
  prefix text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_token_user_id on api_token (user_id);

create table workspace (
  id text collate "C" primary key,
  name text not null,
  icon text,
  plan text not null,
  billing_provider_id text,
  is_suspended boolean not null,
  is_past_due boolean not null,
  is_verified boolean,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table member (
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  role text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);
create index member_user_id on member (user_id);

create table folder (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  parent_folder_id text collate "C" references folder (id) on delete set null,
  name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index folder_workspace_id on folder (workspace_id, parent_folder_id);

-- A flow that can be run: immutable, named by the hash of its content, shared by every version and preview with that content.
-- Documents are `json`, not `jsonb`: they must come back as they were sent, key order included.
create table flow (
  id text collate "C" primary key,
  definition json not null,
  created_at timestamptz(3) not null
);

create table bot (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  folder_id text collate "C" references folder (id) on delete set null,
  name text not null,
  icon text,
  public_id text collate "C" unique,
  custom_domain text collate "C" unique,
  selected_theme_template_id text,
  messenger_credentials_id text,
  risk_level double precision,
  results_table_preferences json,
  is_archived boolean not null,
  is_closed boolean not null,
  revision integer not null,
  draft json not null,
  live_version_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index bot_workspace_id on bot (workspace_id, is_archived, created_at desc, id desc);
create index bot_folder_id on bot (folder_id);

-- What was published, numbered from 1 within its bot, never changed.
create table bot_version (
  id text collate "C" primary key,
  bot_id text collate "C" not null references bot (id) on delete cascade,
  number integer not null,
  flow_id text collate "C" not null references flow (id),
  author_id text collate "C" references app_user (id) on delete set null,
  label text,
  created_at timestamptz(3) not null,
  unique (bot_id, number)
);
alter table bot
  add foreign key (live_version_id) references bot_version (id) on delete set null;

-- A chat between turns. No index on a column that a turn changes, and room on the page, so that a turn's update stays in place (HOT).
create table chat_session (
  id text collate "C" primary key,
  bot_id text collate "C" not null,
  result_id text collate "C",
  is_preview boolean not null,
  is_ended boolean not null,
  turn integer not null,
  seq integer not null,
  state json not null,
  allowed_origins json,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 70);

-- The numbered log of a chat. One row holds the events of one write, so that a turn costs one insert.
create table chat_event (
  session_id text collate "C" not null,
  first_seq integer not null,
  last_seq integer not null,
  turn integer not null,
  events json not null,
  created_at timestamptz(3) not null,
  primary key (session_id, first_seq)
);

create table result (
  id text collate "C" primary key,
  bot_id text collate "C" not null,
  session_id text collate "C",
  variables json not null,
  is_completed boolean not null,
  has_started boolean not null,
  is_archived boolean not null,
  -- Answers before this id belong to a run that a later one overwrote.
  answers_from text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 70);
create index result_bot_id on result (bot_id, created_at desc, id desc) where not is_archived;

-- Append-only; ids are time-ordered, so the key is also the order of reading.
create table answer (
  result_id text collate "C" not null,
  id text collate "C" not null,
  block_id text not null,
  group_id text not null,
  variable_id text,
  content text not null,
  attached_file_urls json,
  storage_used double precision not null,
  created_at timestamptz(3) not null,
  primary key (result_id, id)
);
