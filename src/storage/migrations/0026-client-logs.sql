-- What clients report of their part of a chat (storage/clientLogs.ts). No reference to the chat: it would lock its row.
create table client_log (
  id text collate "C" primary key,
  session_id text collate "C" not null,
  -- How many lines it has: all of a chat together are bounded.
  lines integer not null,
  -- As in chat_event.
  events json not null,
  created_at timestamptz(3) not null
);
create index client_log_session_id on client_log (session_id);
