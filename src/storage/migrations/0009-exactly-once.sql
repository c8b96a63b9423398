-- Who may take the next turn of a chat while it asks the outside: the holder of the newest fence, until then. Neither has an
-- index, so that a turn's update stays in place. A chat that asks nothing never touches them.
alter table chat_session add column fence integer not null default 0;
alter table chat_session add column lease_until timestamptz(3);

-- What the outside has answered to a turn that is not written yet: who repeats the turn does not ask again. Gone with the turn.
create table turn_answer (
  session_id text collate "C" not null,
  turn integer not null,
  -- The number of the ask in its turn; 0 stands for what the turn was given, and for when it began.
  ask integer not null,
  -- Of the ask; an answer belongs to that one only.
  hash text collate "C" not null,
  answer json not null,
  created_at timestamptz(3) not null,
  primary key (session_id, turn, ask)
);
create index turn_answer_created_at on turn_answer (created_at);

-- What calls with an `Idempotency-Key` were answered: whoever repeats one within a day gets the same.
create table idempotent_reply (
  -- The chat that went on, or where one was started.
  scope text collate "C" not null,
  key text collate "C" not null,
  request_hash text collate "C" not null,
  reply json not null,
  created_at timestamptz(3) not null,
  primary key (scope, key)
);
create index idempotent_reply_created_at on idempotent_reply (created_at);
