-- Conversations in messengers: one for each contact of credentials. `due_at` says when somebody is to look at it; while a process
-- does, it has the lease, and `due_at` is when that runs out. `heard` counts messages, so that none comes unnoticed meanwhile.
create table messenger_conversation (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  credentials_id text collate "C" not null references credentials (id) on delete cascade,
  contact_id text not null,
  contact json not null,
  session_id text collate "C",
  sent_seq int not null,
  heard int not null,
  heard_at timestamptz(3) not null,
  settings json,
  expires_at timestamptz(3),
  attempt int not null,
  due_at timestamptz(3),
  lease text collate "C"
);
create index messenger_conversation_workspace_id on messenger_conversation (workspace_id);
create index messenger_conversation_credentials_id on messenger_conversation (credentials_id);
create index messenger_conversation_due on messenger_conversation (due_at) where due_at is not null;
create index messenger_conversation_heard_at on messenger_conversation (heard_at);

-- Messages of people, in the order they came. Those that are done are kept for a while, to know them when they come again.
create table messenger_message (
  conversation_id text collate "C" not null references messenger_conversation (id) on delete cascade,
  id text collate "C" not null,
  place int not null,
  message json not null,
  is_done boolean not null,
  created_at timestamptz(3) not null,
  primary key (conversation_id, id)
);
create index messenger_message_created_at on messenger_message (created_at);
