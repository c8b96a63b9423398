-- What AI actions that run may take is held in the totals until they have ended (docs/adr/0048-budgets-of-ai-are-held.md).
alter table ai_usage
  add column held_calls bigint not null default 0,
  add column held_tokens bigint not null default 0,
  add column held_milliseconds bigint not null default 0,
  add column held_cost numeric(20, 9) not null default 0;

-- One row for each action that runs, so that what a dead server held is found.
create table ai_hold (
  id text collate "C" primary key,
  -- The chat, the bot and its workspace.
  owner_ids text[] not null,
  month date not null,
  calls bigint not null,
  tokens bigint not null,
  milliseconds bigint not null,
  cost numeric(20, 9) not null,
  expires_at timestamptz(3) not null
);
create index ai_hold_expires_at on ai_hold (expires_at);
