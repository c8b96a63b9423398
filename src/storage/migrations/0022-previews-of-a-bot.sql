-- The newest previews of a bot, for calls of a webhook that name no chat (storage/waitingChats.ts). Turns change none of its
-- columns, so their updates stay in place.
create index chat_session_previews on chat_session (bot_id, created_at) where is_preview;
