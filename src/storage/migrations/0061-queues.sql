-- Chats that a block handed over to a person: the queue in which they wait, and until when, if not for ever.
alter table chat_desk add column queue text;
alter table chat_desk add column waits_until timestamptz(3);
create index chat_desk_waits_until on chat_desk (waits_until) where waits_until is not null;

-- As write_turn_of_desk_1 (0052), which older servers call. `p_desk` may also have `queue`, and `waitsUntil` in milliseconds since 1970: it
-- counts no longer once the visitor does not wait any more.
create function write_turn_of_desk_2(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_state json, p_is_ended boolean, p_at double precision,
  p_first integer, p_last integer, p_events json, p_passed json,
  p_answer text, p_answer_result text, p_block text, p_group text, p_variable text, p_content text,
  p_result text, p_bot text, p_flow text, p_variables json, p_has_started boolean, p_is_completed boolean, p_is_new boolean,
  p_chat_bot text, p_chat_result text, p_is_preview boolean, p_origins json,
  p_reply json, p_more json, p_desk json, p_trace json
) returns text language plpgsql as $$
declare
  v_at timestamptz := to_timestamp(p_at / 1000);
  v_workspace text;
  v_waited timestamptz;
  v_status text;
  v_data json;
begin
  select workspace_id, waiting_since, status into v_workspace, v_waited, v_status
  from chat_desk where shard_key = p_shard_key and id = p_session for update;
  if p_desk ->> 'claim' is not null then
    perform from chat_desk where shard_key = p_shard_key and id = p_session and claim = (p_desk ->> 'claim')::integer;
    if not found then return null; end if;
  end if;
  if (p_desk ->> 'reopens')::boolean then
    update chat_session set is_ended = false
    where shard_key = p_shard_key and id = p_session and turn = p_turn - 1 and fence = p_fence and is_ended;
    if not found then return null; end if;
  end if;
  if not write_traced_turn_1(p_shard_key, p_session, p_turn, p_fence, p_state, p_is_ended, p_at, p_first, p_last, p_events, p_passed, p_answer,
    p_answer_result, p_block, p_group, p_variable, p_content, p_result, p_bot, p_flow, p_variables, p_has_started, p_is_completed,
    p_is_new, p_chat_bot, p_chat_result, p_is_preview, p_origins, p_reply, p_more, p_trace) then
    return null;
  end if;
  if v_workspace is null then
    v_workspace := workspace_of_bot(p_desk ->> 'botId');
    if v_workspace is null then return ''; end if;
    insert into chat_desk (shard_key, id, workspace_id, bot_id, result_id, channel, status, created_at, active_at, updated_at)
    values (p_shard_key, p_session, v_workspace, p_desk ->> 'botId', p_desk ->> 'resultId', p_desk ->> 'channel', p_desk ->> 'status',
      v_at, v_at, v_at)
    on conflict on constraint chat_desk_pkey do nothing;
  end if;
  update chat_desk set
    result_id = coalesce(p_desk ->> 'resultId', result_id),
    status = p_desk ->> 'status',
    group_id = p_desk ->> 'groupId',
    block_id = p_desk ->> 'blockId',
    last_text = coalesce(p_desk ->> 'text', last_text),
    last_role = coalesce(p_desk ->> 'role', last_role),
    last_agent_id = case when p_desk ->> 'role' is null then last_agent_id else p_desk ->> 'agentId' end,
    last_agent_name = case when p_desk ->> 'role' is null then last_agent_name else p_desk ->> 'agentName' end,
    last_at = case when p_desk ->> 'role' is null then last_at else v_at end,
    unread = coalesce(unread + (p_desk ->> 'unread')::integer, 0),
    waiting_since = case when p_desk ->> 'waits' is null then waiting_since
      when (p_desk ->> 'waits')::boolean then coalesce(waiting_since, v_at) end,
    waits_until = case when p_desk ->> 'waitsUntil' is not null then to_timestamp((p_desk ->> 'waitsUntil')::float8 / 1000)
      when p_desk ->> 'status' = 'PAUSED' and coalesce((p_desk ->> 'waits')::boolean, true) then waits_until end,
    queue = coalesce(p_desk ->> 'queue', queue),
    tags = case when p_desk -> 'tags' is null then tags
      else tags || array(select json_array_elements_text(p_desk -> 'tags') except select unnest(tags)) end,
    assignee_id = case when (p_desk ->> 'releases')::boolean then null else assignee_id end,
    lease_until = case when (p_desk ->> 'releases')::boolean then null when p_desk ->> 'renews' is null then lease_until
      else now() + (p_desk ->> 'renews')::float8 * interval '1 second' end,
    claim = case when (p_desk ->> 'releases')::boolean then claim + 1 else claim end,
    revision = revision + 1,
    active_at = v_at,
    updated_at = now()
  where shard_key = p_shard_key and id = p_session;
  v_data := json_build_object('sessionId', p_session, 'botId', p_desk ->> 'botId', 'resultId', p_desk ->> 'resultId');
  if (p_desk ->> 'waits')::boolean and v_waited is null then
    perform tell_desk_1(p_shard_key, v_workspace, 'CHAT_WAITING', v_data);
  end if;
  if p_desk ->> 'status' = 'CLOSED' and v_status is distinct from 'CLOSED' then
    perform tell_desk_1(p_shard_key, v_workspace, 'CHAT_CLOSED', v_data);
  end if;
  return v_workspace;
end $$;
