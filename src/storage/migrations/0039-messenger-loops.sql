-- When the person was last told that the bot is closed, so that two programs that answer each other come to an end; null once a chat began.
alter table messenger_conversation add column told_closed_at timestamptz(3);

-- How many messages have come since `counted_since`, at most an hour: a person who sends more than anybody writes is a program.
alter table messenger_conversation add column counted_since timestamptz(3) not null default now();
alter table messenger_conversation add column counted int not null default 0;
