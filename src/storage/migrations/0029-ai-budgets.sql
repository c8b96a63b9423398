-- What AI takes in US dollars, and what people of a workspace limit (docs/adr/0045-money-of-ai.md).
alter table ai_usage
  add column cost numeric(20, 9) not null default 0,
  -- The measures that are spent, of which webhooks have received the event.
  add column spent text[] not null default '{}';

-- A limit that is null is none.
create table ai_budget (
  -- The id of the bot or the workspace.
  owner_id text collate "C" primary key,
  bot_id text collate "C" references bot (id) on delete cascade,
  workspace_id text collate "C" references workspace (id) on delete cascade,
  calls numeric(20, 9),
  tokens numeric(20, 9),
  milliseconds numeric(20, 9),
  cost numeric(20, 9)
);
create index ai_budget_bot_id on ai_budget (bot_id) where bot_id is not null;
create index ai_budget_workspace_id on ai_budget (workspace_id) where workspace_id is not null;
