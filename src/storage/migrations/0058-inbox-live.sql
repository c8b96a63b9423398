-- The chats of a workspace that changed last: those who watch its inbox compare their revisions (storage/chatWindow.ts).
create index chat_desk_changed on chat_desk (workspace_id, updated_at, id);
