-- What people saved of the table of a bot's results: columns and filters (schema/resultsView.ts).
create table results_view (
  id text collate "C" primary key,
  bot_id text collate "C" not null references bot (id) on delete cascade,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  name text not null,
  columns json not null,
  filters json not null,
  is_shared boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index results_view_bot_id on results_view (bot_id, user_id);
create index results_view_user_id on results_view (user_id);
