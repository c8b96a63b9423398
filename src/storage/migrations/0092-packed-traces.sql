-- Traces are stored as engine/trace/packTrace.ts makes them; servers before this version write `entries`, and see none of these.
alter table chat_trace alter column entries drop not null;
alter table chat_trace add column packed text;

-- Stores what was noted of a turn that was written: its trace, and what running it again needs.
create function note_turn_1(
  p_shard_key text, p_session text, p_turn integer, p_at double precision, p_chat_bot text, p_trace text, p_replay json
) returns void language plpgsql as $$
begin
  if p_trace is not null then
    insert into chat_trace (shard_key, session_id, turn, packed, created_at)
    values (p_shard_key, p_session, p_turn, p_trace, to_timestamp(p_at / 1000));
  end if;
  if p_replay is not null then
    insert into chat_replay (shard_key, session_id, turn, bot_id, record, created_at)
    values (p_shard_key, p_session, p_turn, p_chat_bot, p_replay, to_timestamp(p_at / 1000));
  end if;
end $$;

-- Writes a turn as write_turn_2 does, with what was noted of it. A function of its own, so that other turns are written as before.
create function write_turn_noted_1(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_state json, p_is_ended boolean, p_at double precision,
  p_first integer, p_last integer, p_events json, p_passed json,
  p_answer text, p_answer_result text, p_block text, p_group text, p_variable text, p_content text,
  p_result text, p_bot text, p_flow text, p_variables json, p_has_started boolean, p_is_completed boolean, p_is_new boolean,
  p_chat_bot text, p_chat_result text, p_is_preview boolean, p_origins json,
  p_reply json, p_more json, p_trace text, p_replay json
) returns boolean language plpgsql as $$
begin
  if write_turn_2(p_shard_key, p_session, p_turn, p_fence, p_state, p_is_ended, p_at, p_first, p_last, p_events, p_passed,
    p_answer, p_answer_result, p_block, p_group, p_variable, p_content,
    p_result, p_bot, p_flow, p_variables, p_has_started, p_is_completed, p_is_new,
    p_chat_bot, p_chat_result, p_is_preview, p_origins, p_reply, p_more) is not true
  then
    return false;
  end if;
  perform note_turn_1(p_shard_key, p_session, p_turn, p_at, p_chat_bot, p_trace, p_replay);
  return true;
end $$;

-- Writes turns of several chats as write_turns_2 does, with what was noted of those that `p_noted` names by their place, from 1. Apart from
-- the turns, because PostgreSQL would read each text in them three times.
create function write_turns_noted_1(p_turns json, p_noted json) returns boolean[] language plpgsql set lock_timeout = '10ms' as $$
declare
  v_written boolean[] := write_turns_2(p_turns);
  v record;
begin
  for v in
    select * from json_to_recordset(p_noted) as t (place integer, shard_key text, session text, turn integer, at double precision,
      chat_bot text, trace text, replay text)
  loop
    if v_written[v.place] then
      perform note_turn_1(v.shard_key, v.session, v.turn, v.at, v.chat_bot, v.trace, v.replay::json);
    end if;
  end loop;
  return v_written;
end $$;

-- Writes a turn of a chat of the inbox as write_turn_of_desk_2 does, with what was noted of it.
create function write_turn_of_desk_4(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_state json, p_is_ended boolean, p_at double precision,
  p_first integer, p_last integer, p_events json, p_passed json,
  p_answer text, p_answer_result text, p_block text, p_group text, p_variable text, p_content text,
  p_result text, p_bot text, p_flow text, p_variables json, p_has_started boolean, p_is_completed boolean, p_is_new boolean,
  p_chat_bot text, p_chat_result text, p_is_preview boolean, p_origins json,
  p_reply json, p_more json, p_desk json, p_trace text, p_replay json
) returns text language plpgsql as $$
declare
  v_workspace text := write_turn_of_desk_2(p_shard_key, p_session, p_turn, p_fence, p_state, p_is_ended, p_at, p_first, p_last, p_events, p_passed,
    p_answer, p_answer_result, p_block, p_group, p_variable, p_content,
    p_result, p_bot, p_flow, p_variables, p_has_started, p_is_completed, p_is_new,
    p_chat_bot, p_chat_result, p_is_preview, p_origins, p_reply, p_more, p_desk, null);
begin
  if v_workspace is not null then
    perform note_turn_1(p_shard_key, p_session, p_turn, p_at, p_chat_bot, p_trace, p_replay);
  end if;
  return v_workspace;
end $$;
