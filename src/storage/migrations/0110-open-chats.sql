-- Open chats are found by the results of their bot: this index cost each start an entry, and the update that ended a chat left its page.
drop index chat_session_open;
