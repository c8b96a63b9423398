-- What is known of the channel of credentials of a messenger (schema/messengerChannel.ts): the connection of a number is shown while it is made.
create table messenger_channel (
  credentials_id text collate "C" primary key references credentials (id) on delete cascade,
  verified_at timestamptz(3),
  fault_at timestamptz(3),
  fault_kind text,
  fault text
);

-- The last message of a channel is the newest of its conversations.
drop index messenger_conversation_credentials_id;
create index messenger_conversation_of_channel on messenger_conversation (credentials_id, heard_at);
