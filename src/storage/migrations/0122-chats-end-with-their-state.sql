-- Moves the columns that every turn changes to the end of the rows of chats, and the state to their very end. Of a row that replaces
-- another, PostgreSQL logs what is between the first and the last byte that differ; the state ends with what turns leave as it is
-- (`storedState` in chat/records.ts). Generated columns take over the values, so that the table is rewritten once and keeps its grants.
create function lay_out_chats() returns void language plpgsql as $$
begin
  alter table chat_session
    add column laid_turn integer not null generated always as (turn) stored,
    add column laid_seq integer not null generated always as (seq) stored,
    add column laid_updated_at timestamptz(3) not null generated always as (updated_at) stored,
    add column laid_state json not null generated always as (state) stored;
  alter table chat_session
    alter column laid_turn drop expression, alter column laid_seq drop expression,
    alter column laid_updated_at drop expression, alter column laid_state drop expression;
  alter table chat_session drop column turn, drop column seq, drop column updated_at, drop column state;
  alter table chat_session rename column laid_turn to turn;
  alter table chat_session rename column laid_seq to seq;
  alter table chat_session rename column laid_updated_at to updated_at;
  alter table chat_session rename column laid_state to state;
end $$;

-- Chats wait meanwhile, some seconds for 250 000 of them. Where there are more, an operator may do it (docs/upgrading.md).
do $$ begin
  if not is_sharded() and pg_table_size('chat_session') < 256 * 1024 * 1024 then perform lay_out_chats(); end if;
end $$;
