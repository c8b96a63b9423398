-- Where tables are spread over several machines, a row needs a key to be moved while it is written, and Citus keeps the plan of an insert
-- only where no default of it is random: who writes deltas can name their ids. A cluster may have the column already.
alter table count_delta add column if not exists id uuid not null default gen_random_uuid();

-- Row by row, since Citus refuses the statement that inserted all: what it selects from are partly tables and partly arguments.
create or replace function tell_webhooks_2(p_shard_key text, chat text, bot text, result text, said json, given json, sent json, saved json)
returns bigint language plpgsql as $$
declare
  v_workspace text;
  v_event record;
  v_webhook text;
  v_told bigint := 0;
begin
  v_workspace := (select workspace_id from bot as owned where owned.id = tell_webhooks_2.bot);
  for v_event in
    with stored as (
      select s.*, r.bot_id, json_build_object('id', id, 'botId', r.bot_id, 'isCompleted', s.is_completed,
        'createdAt', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'variables', r.variables) as result
      from json_to_recordset(saved) as s (id text, created_at timestamptz, is_completed boolean, starts boolean, completes boolean)
        join json_to_recordset(sent) as r (id text, bot_id text, variables json) using (id)
    )
    select 1 as place, 'RESULT_STARTED' as type, bot_id, id as result_id, json_build_object('result', stored.result) as data
      from stored where starts
    union all
    select 2, 'RESULT_ANSWERED', bot_id, id, json_build_object('result', stored.result, 'answers', answered.answers)
      from stored cross join lateral (
        select json_agg(json_build_object('blockId', block_id, 'groupId', group_id, 'variableId', variable_id,
          'content', content, 'attachedFileUrls', attached_file_urls)) as answers
        from json_to_recordset(given) as a (result_id text, block_id text, group_id text, variable_id text, content text,
          attached_file_urls json)
        where a.result_id = stored.id) as answered
      where answered.answers is not null
    union all
    select 3, 'RESULT_COMPLETED', bot_id, id, json_build_object('result', stored.result) from stored where completes
    union all
    select 4, 'CHAT_PAUSED', bot, tell_webhooks_2.result,
        json_build_object('sessionId', chat, 'botId', bot, 'resultId', tell_webhooks_2.result)
      from json_array_elements(said) as one where one ->> 'kind' = 'status' and one ->> 'status' = 'PAUSED'
    order by place
  loop
    for v_webhook in
      select id from webhook where workspace_id = v_workspace and is_enabled and (bot_id is null or bot_id = v_event.bot_id)
        and v_event.type = any(event_types)
    loop
      insert into webhook_delivery
        (shard_key, id, webhook_id, event_type, result_id, data, status, attempt, due_at, queued_at, created_at, queue)
      values (p_shard_key, 'whd_' || replace(gen_random_uuid()::text, '-', '') || p_shard_key, v_webhook, v_event.type,
        v_event.result_id, v_event.data, 'PENDING', 0, now(), now(), now(), chat);
      v_told := v_told + 1;
    end loop;
  end loop;
  return v_told;
end $$;
