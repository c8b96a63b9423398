-- What a token may be used for, where, and when it was last used. `kind` tells tokens of programs (API) from the cookies
-- of people (BROWSER) and from links that sign in once (LINK).
alter table api_token add column kind text not null default 'API';
alter table api_token add column scopes json;
alter table api_token add column workspace_id text collate "C" references workspace (id) on delete cascade;
alter table api_token add column last_used_at timestamptz(3);
create index api_token_workspace_id on api_token (workspace_id) where workspace_id is not null;

-- Whom a bot is shared with. It counts for members of the bot's workspace, guests among them.
create table collaborator (
  bot_id text collate "C" not null references bot (id) on delete cascade,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  type text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (bot_id, user_id)
);
create index collaborator_user_id on collaborator (user_id, bot_id);

-- A place kept for somebody who is not known here yet. Only the SHA-256 of its code is stored.
create table invitation (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  bot_id text collate "C" references bot (id) on delete cascade,
  email text not null,
  role text,
  type text,
  hash text collate "C" not null unique,
  inviter_id text collate "C" references app_user (id) on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index invitation_workspace_id on invitation (workspace_id, id);
create index invitation_bot_id on invitation (bot_id, id) where bot_id is not null;
create index invitation_email on invitation (email);

-- Secrets of other services, sealed; `key_id` names the key that opens them.
create table credentials (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  type text not null,
  name text not null,
  key_id text collate "C" not null,
  sealed text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index credentials_workspace_id on credentials (workspace_id, id);
create index credentials_key_id on credentials (key_id);

-- Which bots use which credentials, kept when a bot is saved.
create table bot_credentials (
  bot_id text collate "C" not null references bot (id) on delete cascade,
  credentials_id text collate "C" not null references credentials (id) on delete cascade,
  primary key (bot_id, credentials_id)
);
create index bot_credentials_credentials_id on bot_credentials (credentials_id, bot_id);
