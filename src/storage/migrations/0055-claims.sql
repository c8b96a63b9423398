-- Claims of chats (docs/adr/0067-an-inbox-beside-the-chats.md). Each is one update of the row of the chat in the inbox, which is locked
-- first, so that two agents who claim a chat at the same moment do so one after the other.

-- Gives a chat to a person for so many seconds: if nobody holds it, if the lease is over, or if `p_seen` is the claim that is taken over.
-- `claim` and `takenFrom`, the person who had it; or `heldBy`, the person who holds it; or `isOver`. Null for a chat without a row.
create function claim_chat_1(p_shard_key text, p_chat text, p_person text, p_seen integer, p_lasts double precision)
returns json language plpgsql as $$
declare
  v record;
  v_keeps boolean;
begin
  select * into v from chat_desk where shard_key = p_shard_key and id = p_chat for update;
  if not found then return null; end if;
  if v.status in ('CLOSED', 'ENDED') then return json_build_object('isOver', true); end if;
  v_keeps := v.assignee_id = p_person and v.lease_until > now();
  if v.assignee_id <> p_person and v.lease_until > now() and v.claim is distinct from p_seen then
    return json_build_object('heldBy', v.assignee_id);
  end if;
  update chat_desk set assignee_id = p_person, lease_until = now() + p_lasts * interval '1 second',
    claim = claim + case when v_keeps then 0 else 1 end, revision = revision + 1, updated_at = now()
  where shard_key = p_shard_key and id = p_chat;
  if v.assignee_id is distinct from p_person then
    perform tell_desk_1(p_shard_key, v.workspace_id, 'CHAT_ASSIGNED', json_build_object('sessionId', p_chat, 'botId', v.bot_id,
      'resultId', v.result_id, 'assigneeId', p_person));
  end if;
  return json_build_object('takenFrom', nullif(v.assignee_id, p_person), 'workspaceId', v.workspace_id);
end $$;

-- Assigns a chat to a person, or to nobody, whoever holds it: what the one who held it still writes is refused. The person who had it, in
-- `takenFrom`, or `isOver`; null for a chat without a row.
create function assign_chat_1(p_shard_key text, p_chat text, p_person text) returns json language plpgsql as $$
declare
  v record;
begin
  select * into v from chat_desk where shard_key = p_shard_key and id = p_chat for update;
  if not found then return null; end if;
  if v.status in ('CLOSED', 'ENDED') then return json_build_object('isOver', true); end if;
  if v.assignee_id is distinct from p_person then
    update chat_desk set assignee_id = p_person, lease_until = null, claim = claim + 1, revision = revision + 1, updated_at = now()
    where shard_key = p_shard_key and id = p_chat;
    if p_person is not null then
      perform tell_desk_1(p_shard_key, v.workspace_id, 'CHAT_ASSIGNED', json_build_object('sessionId', p_chat, 'botId', v.bot_id,
        'resultId', v.result_id, 'assigneeId', p_person));
    end if;
  end if;
  return json_build_object('takenFrom', nullif(v.assignee_id, p_person), 'workspaceId', v.workspace_id);
end $$;
