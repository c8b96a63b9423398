-- What people saved of the list of an inbox: filters and order (schema/chatsView.ts).
create table chats_view (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  name text not null,
  filter json not null,
  order_by text not null,
  is_shared boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index chats_view_workspace_id on chats_view (workspace_id, user_id);
create index chats_view_user_id on chats_view (user_id);
