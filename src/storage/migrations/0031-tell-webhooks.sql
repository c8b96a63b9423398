-- Writes what webhooks receive of a turn; its statement calls it where the bot's workspace has a webhook (storage/hot/webhookEvents.ts).
-- A function, since PostgreSQL prepares every part of a statement for every execution, also parts that it does not come to.
-- `said`, `given`, `sent` and `saved` are the turn's events, answers, results, and its results as they are stored.
create function tell_webhooks(chat text, bot text, result text, said json, given json, sent json, saved json)
returns bigint language plpgsql as $$
declare
  told bigint;
begin
  insert into webhook_delivery (id, webhook_id, event_type, result_id, data, status, attempt, due_at, queued_at, created_at, queue)
  with stored as (
    select s.*, r.bot_id, json_build_object('id', id, 'botId', r.bot_id, 'isCompleted', s.is_completed,
      'createdAt', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'variables', r.variables) as result
    from json_to_recordset(saved) as s (id text, created_at timestamptz, is_completed boolean, starts boolean, completes boolean)
      join json_to_recordset(sent) as r (id text, bot_id text, variables json) using (id)
  ), event as (
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
    select 4, 'CHAT_PAUSED', bot, tell_webhooks.result, json_build_object('sessionId', chat, 'botId', bot, 'resultId', tell_webhooks.result)
      from json_array_elements(said) as one where one ->> 'kind' = 'status' and one ->> 'status' = 'PAUSED'
  )
  select 'whd_' || replace(gen_random_uuid()::text, '-', ''), webhook.id, event.type, event.result_id, event.data, 'PENDING', 0,
    now(), now(), now(), chat
  from event join webhook on webhook.workspace_id = (select owned.workspace_id from bot as owned where owned.id = tell_webhooks.bot)
  where webhook.is_enabled and (webhook.bot_id is null or webhook.bot_id = event.bot_id) and event.type = any(webhook.event_types)
  order by event.place;
  get diagnostics told = row_count;
  return told;
end $$;
