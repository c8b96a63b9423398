-- Addresses that are told what happens in a workspace (docs/adr/0037-webhooks-from-the-database.md).
create table webhook (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  -- Told of this bot only; null: of all bots of the workspace.
  bot_id text collate "C" references bot (id) on delete cascade,
  url text not null,
  event_types text[] not null,
  is_enabled boolean not null,
  -- When the receiver said that it is gone for good.
  gone_at timestamptz(3),
  key_id text collate "C" not null,
  sealed text not null,
  -- Until then the secret before this one signs, too.
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index webhook_workspace_id on webhook (workspace_id, id);
create index webhook_bot_id on webhook (bot_id) where bot_id is not null;
create index webhook_key_id on webhook (key_id);

-- What a webhook is told: written with what happened, in one transaction, and kept as a log. No reference to the webhook:
-- a turn must not fail because one was deleted meanwhile.
create table webhook_delivery (
  id text collate "C" primary key,
  -- The order of writing; within a queue that is the order in which things happened.
  position bigserial not null,
  webhook_id text collate "C" not null,
  event_type text not null,
  -- What is told in order: the chat, else the bot.
  queue text collate "C" not null,
  -- The result whose data it has: deleted with it.
  result_id text collate "C",
  data json not null,
  status text not null,
  -- How often it was taken; a worker that was taken for dead writes nothing more.
  attempt integer not null,
  -- When it is to be taken: sent, sent again, or taken from a worker that died. Null when it is done.
  due_at timestamptz(3),
  -- The last pause between two attempts, in milliseconds.
  pause integer,
  -- When the time began in which it is tried.
  queued_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  attempted_at timestamptz(3),
  status_code integer,
  response text,
  error text,
  duration integer,
  finished_at timestamptz(3)
);
create index webhook_delivery_list on webhook_delivery (webhook_id, position);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where status = 'PENDING';
create index webhook_delivery_queue on webhook_delivery (webhook_id, queue, position) where status = 'PENDING';
create index webhook_delivery_result_id on webhook_delivery (result_id) where result_id is not null;
create index webhook_delivery_finished_at on webhook_delivery (finished_at) where finished_at is not null;
