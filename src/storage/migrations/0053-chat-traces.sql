-- What happened in the turns of chats that are traced (docs/adr/0066-traces.md). No reference to the chat: it would lock its row.
create table chat_trace (
  shard_key text collate "C" not null default '',
  session_id text collate "C" not null,
  turn integer not null,
  -- As the engine and the chat made them (engine/trace/traceEntry.ts).
  entries json not null,
  created_at timestamptz(3) not null,
  primary key (session_id, turn)
);
create index chat_trace_created_at on chat_trace (created_at);

-- Writes a turn as write_turn_2 does, with its trace. A function of its own, so that a turn without a trace is written as before.
create function write_traced_turn_1(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_state json, p_is_ended boolean, p_at double precision,
  p_first integer, p_last integer, p_events json, p_passed json,
  p_answer text, p_answer_result text, p_block text, p_group text, p_variable text, p_content text,
  p_result text, p_bot text, p_flow text, p_variables json, p_has_started boolean, p_is_completed boolean, p_is_new boolean,
  p_chat_bot text, p_chat_result text, p_is_preview boolean, p_origins json,
  p_reply json, p_more json, p_trace json
) returns boolean language plpgsql as $$
begin
  if write_turn_2(p_shard_key, p_session, p_turn, p_fence, p_state, p_is_ended, p_at, p_first, p_last, p_events, p_passed,
    p_answer, p_answer_result, p_block, p_group, p_variable, p_content,
    p_result, p_bot, p_flow, p_variables, p_has_started, p_is_completed, p_is_new,
    p_chat_bot, p_chat_result, p_is_preview, p_origins, p_reply, p_more) is not true
  then
    return false;
  end if;
  if p_trace is not null then
    insert into chat_trace (shard_key, session_id, turn, entries, created_at)
    values (p_shard_key, p_session, p_turn, p_trace, to_timestamp(p_at / 1000));
  end if;
  return true;
end $$;

-- Writes turns of several chats, some of them with a trace, as write_turns_2 does.
create function write_traced_turns_1(p_turns json) returns boolean[] language plpgsql set lock_timeout = '10ms' as $$
declare
  v record;
  v_written boolean[] := '{}';
begin
  for v in
    select * from json_to_recordset(p_turns) as t (shard_key text, session text, turn integer, fence integer, state json,
      is_ended boolean, at double precision, first integer, last integer, events json, passed json,
      answer text, answer_result text, block text, "group" text, variable text, content text,
      result text, bot text, flow text, variables json, has_started boolean, is_completed boolean, is_new boolean,
      chat_bot text, chat_result text, is_preview boolean, origins json, reply json, more json, trace json)
  loop
    v_written := v_written || write_traced_turn_1(v.shard_key, v.session, v.turn, v.fence, v.state, v.is_ended, v.at, v.first, v.last,
      v.events, v.passed,
      v.answer, v.answer_result, v.block, v."group", v.variable, v.content,
      v.result, v.bot, v.flow, v.variables, v.has_started, v.is_completed, coalesce(v.is_new, false),
      v.chat_bot, v.chat_result, v.is_preview, v.origins, v.reply, v.more, v.trace);
  end loop;
  return v_written;
end $$;
