-- What chats, bots and workspaces took of AI, month by month (storage/aiUsage.ts). No references: a bot may move or be deleted,
-- and what it took stays with its workspace.
create table ai_usage (
  -- The id of a chat, a bot or a workspace.
  owner_id text collate "C" not null,
  -- The first day of the month, in UTC.
  month date not null,
  calls bigint not null,
  tokens bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  milliseconds bigint not null,
  primary key (owner_id, month)
);
create index ai_usage_month on ai_usage (month);
