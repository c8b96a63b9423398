-- How many messages of the event after `sent_seq` were sent: a conversation that goes on after a pause sends none of them again.
alter table messenger_conversation add column sent_part int not null default 0;

-- Statuses of messages that are to be passed on to addresses that bots name, until these take them, or for three days.
create table messenger_status (
  id text collate "C" primary key,
  credentials_id text collate "C" not null references credentials (id) on delete cascade,
  url text not null,
  body text not null,
  attempt int not null,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index messenger_status_credentials_id on messenger_status (credentials_id);
create index messenger_status_due_at on messenger_status (due_at);
