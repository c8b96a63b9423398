-- As claim_chat_1 (0055), which older servers call, but only of a chat whose bot does not answer: `isOpen` otherwise, with nothing changed. A
-- chat that was given back at the same moment, or was only assigned, would have an agent and a bot that both answer.
create or replace function claim_chat_2(p_shard_key text, p_chat text, p_person text, p_seen integer, p_lasts double precision)
returns json language plpgsql as $$
declare
  v_status text;
begin
  -- Locked whatever its status: a condition would be tried on the row as it was before the other transaction.
  select status into v_status from chat_desk where shard_key = p_shard_key and id = p_chat for update;
  if v_status = 'OPEN' then return json_build_object('isOpen', true); end if;
  return claim_chat_1(p_shard_key, p_chat, p_person, p_seen, p_lasts);
end $$;
