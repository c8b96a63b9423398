-- What the visitor sent in the turn that is streamed, as its event says it: watchers see it before the reply. Null where
-- the turn was not begun by a message.
alter table chat_stream add column heard json;
