-- Erasing a result erases what the messenger of its chat has of the person, by the session.
create index messenger_conversation_session_id on messenger_conversation (session_id);
