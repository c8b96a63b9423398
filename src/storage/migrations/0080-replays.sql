-- What running the turns of a chat again needs (docs/adr/0080-replay.md). No reference to the chat: it would lock its row.
create table chat_replay (
  shard_key text collate "C" not null default '',
  session_id text collate "C" not null,
  turn integer not null,
  -- Only in the first row of a chat.
  bot_id text collate "C",
  -- As the chat made it (schema/chatReplay.ts).
  record json not null,
  created_at timestamptz(3) not null,
  primary key (session_id, turn)
);
create index chat_replay_created_at on chat_replay (created_at);
create index chat_replay_bot on chat_replay (bot_id, created_at) where bot_id is not null;

-- Of which part of the chats of a bot it is kept; takes effect at once, for chats that begin. The audit log notes it.
alter table bot add column replay_share double precision not null default 0;
create or replace function bot_audited_fn() returns trigger as $$ begin perform note_audit_1('BOT', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('name', old.name, 'icon', old.icon, 'workspaceId', old.workspace_id, 'folderId', old.folder_id, 'publicId', old.public_id, 'customDomain', old.custom_domain, 'isArchived', old.is_archived, 'isClosed', old.is_closed, 'riskLevel', old.risk_level, 'selectedThemeTemplateId', old.selected_theme_template_id, 'messengerCredentialsId', old.messenger_credentials_id, 'publishedVersionId', old.live_version_id, 'traceShare', old.trace_share, 'replayShare', old.replay_share, 'publishPolicy', old.publish_policy), jsonb_build_object('name', new.name, 'icon', new.icon, 'workspaceId', new.workspace_id, 'folderId', new.folder_id, 'publicId', new.public_id, 'customDomain', new.custom_domain, 'isArchived', new.is_archived, 'isClosed', new.is_closed, 'riskLevel', new.risk_level, 'selectedThemeTemplateId', new.selected_theme_template_id, 'messengerCredentialsId', new.messenger_credentials_id, 'publishedVersionId', new.live_version_id, 'traceShare', new.trace_share, 'replayShare', new.replay_share, 'publishPolicy', new.publish_policy)); return null; end; $$ language plpgsql;

-- Writes a turn as write_turn_2 does, with what running it again needs, and with its trace if it has one. A function of its own, so that
-- other turns are written as before.
create function write_replayed_turn_1(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_state json, p_is_ended boolean, p_at double precision,
  p_first integer, p_last integer, p_events json, p_passed json,
  p_answer text, p_answer_result text, p_block text, p_group text, p_variable text, p_content text,
  p_result text, p_bot text, p_flow text, p_variables json, p_has_started boolean, p_is_completed boolean, p_is_new boolean,
  p_chat_bot text, p_chat_result text, p_is_preview boolean, p_origins json,
  p_reply json, p_more json, p_trace json, p_replay json
) returns boolean language plpgsql as $$
declare
  v_written boolean;
begin
  if p_trace is null then
    v_written := write_turn_2(p_shard_key, p_session, p_turn, p_fence, p_state, p_is_ended, p_at, p_first, p_last, p_events, p_passed,
    p_answer, p_answer_result, p_block, p_group, p_variable, p_content,
    p_result, p_bot, p_flow, p_variables, p_has_started, p_is_completed, p_is_new,
    p_chat_bot, p_chat_result, p_is_preview, p_origins, p_reply, p_more);
  else
    v_written := write_traced_turn_1(p_shard_key, p_session, p_turn, p_fence, p_state, p_is_ended, p_at, p_first, p_last, p_events, p_passed,
    p_answer, p_answer_result, p_block, p_group, p_variable, p_content,
    p_result, p_bot, p_flow, p_variables, p_has_started, p_is_completed, p_is_new,
    p_chat_bot, p_chat_result, p_is_preview, p_origins, p_reply, p_more, p_trace);
  end if;
  if v_written and p_replay is not null then
    insert into chat_replay (shard_key, session_id, turn, bot_id, record, created_at)
    values (p_shard_key, p_session, p_turn, p_chat_bot, p_replay, to_timestamp(p_at / 1000));
  end if;
  return v_written;
end $$;

-- Writes turns of several chats, some of them with such a record, as write_turns_2 does.
create function write_replayed_turns_1(p_turns json) returns boolean[] language plpgsql set lock_timeout = '10ms' as $$
declare
  v record;
  v_written boolean[] := '{}';
begin
  for v in
    select * from json_to_recordset(p_turns) as t (shard_key text, session text, turn integer, fence integer, state json,
      is_ended boolean, at double precision, first integer, last integer, events json, passed json,
      answer text, answer_result text, block text, "group" text, variable text, content text,
      result text, bot text, flow text, variables json, has_started boolean, is_completed boolean, is_new boolean,
      chat_bot text, chat_result text, is_preview boolean, origins json, reply json, more json, trace json, replay json)
  loop
    v_written := v_written || write_replayed_turn_1(v.shard_key, v.session, v.turn, v.fence, v.state, v.is_ended, v.at, v.first, v.last,
      v.events, v.passed,
      v.answer, v.answer_result, v.block, v."group", v.variable, v.content,
      v.result, v.bot, v.flow, v.variables, v.has_started, v.is_completed, coalesce(v.is_new, false),
      v.chat_bot, v.chat_result, v.is_preview, v.origins, v.reply, v.more, v.trace, v.replay);
  end loop;
  return v_written;
end $$;

-- Writes a turn of a chat of the inbox as write_turn_of_desk_2 does, with such a record.
create function write_turn_of_desk_3(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_state json, p_is_ended boolean, p_at double precision,
  p_first integer, p_last integer, p_events json, p_passed json,
  p_answer text, p_answer_result text, p_block text, p_group text, p_variable text, p_content text,
  p_result text, p_bot text, p_flow text, p_variables json, p_has_started boolean, p_is_completed boolean, p_is_new boolean,
  p_chat_bot text, p_chat_result text, p_is_preview boolean, p_origins json,
  p_reply json, p_more json, p_desk json, p_trace json, p_replay json
) returns text language plpgsql as $$
declare
  v_workspace text := write_turn_of_desk_2(p_shard_key, p_session, p_turn, p_fence, p_state, p_is_ended, p_at, p_first, p_last, p_events, p_passed,
    p_answer, p_answer_result, p_block, p_group, p_variable, p_content,
    p_result, p_bot, p_flow, p_variables, p_has_started, p_is_completed, p_is_new,
    p_chat_bot, p_chat_result, p_is_preview, p_origins, p_reply, p_more, p_desk, p_trace);
begin
  if v_workspace is not null then
    insert into chat_replay (shard_key, session_id, turn, bot_id, record, created_at)
    values (p_shard_key, p_session, p_turn, p_chat_bot, p_replay, to_timestamp(p_at / 1000));
  end if;
  return v_workspace;
end $$;
