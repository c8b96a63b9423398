/**
 * The columns of a delivery that is to be sent at once, for `insert into webhook_delivery`; `DELIVERY_VALUES` are their
 * values, of `webhook` and `event (place, type, bot_id, result_id, data)`, for what follows `select`.
 */
export const DELIVERY_COLUMNS =
  'id, webhook_id, event_type, result_id, data, status, attempt, due_at, queued_at, created_at, queue';
export const DELIVERY_VALUES = `'whd_' || replace(gen_random_uuid()::text, '-', ''), webhook.id, event.type,
  event.result_id, event.data, 'PENDING', 0, now(), now(), now()`;

/** Whether a webhook receives an event; joined by the workspace of the event's bot. */
export const IS_TOLD = `webhook.is_enabled and (webhook.bot_id is null or webhook.bot_id = event.bot_id)
  and event.type = any(webhook.event_types)`;

/** The members of a result in an event. */
const RESULT = `'id', sent.id, 'botId', sent.bot_id, 'isCompleted', saved.is_completed,
  'createdAt', to_char(saved.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'variables', sent.variables`;

/**
 * What webhooks receive a turn, within its statement (`commitTurn.ts`), of which it uses `chat`, `saved`, `known` and the
 * values `$5` (events), `$7` (answers) and `$8` (results).
 */
const EVENTS = `select news.place, news.type, sent.bot_id, sent.id as result_id,
      json_build_object('result', json_build_object(${RESULT})) as data
    from saved left join known using (id)
      join json_to_recordset($8::json) as sent (id text, bot_id text, variables json) using (id)
      cross join lateral (values
        (1, 'RESULT_STARTED', saved.has_started and known.has_started is not true),
        (3, 'RESULT_COMPLETED', saved.is_completed and known.is_completed is not true)) as news (place, type, is_new)
    where news.is_new
  union all
    select 2, 'RESULT_ANSWERED', sent.bot_id, sent.id,
      json_build_object('result', json_build_object(${RESULT}), 'answers', given.answers)
    from saved join json_to_recordset($8::json) as sent (id text, bot_id text, variables json) using (id)
      cross join lateral (
        select json_agg(json_build_object('blockId', block_id, 'groupId', group_id, 'variableId', variable_id,
          'content', content, 'attachedFileUrls', attached_file_urls)) as answers
        from json_to_recordset($7::json) as a (result_id text, block_id text, group_id text, variable_id text,
          content text, attached_file_urls json)
        where a.result_id = saved.id) as given
    where given.answers is not null
  union all
    select 4, 'CHAT_PAUSED', chat.bot_id, chat.result_id,
      json_build_object('sessionId', chat.id, 'botId', chat.bot_id, 'resultId', chat.result_id)
    from json_array_elements($5::json) as said
    where said ->> 'kind' = 'status' and said ->> 'status' = 'PAUSED'`;

/**
 * The part of a turn's statement that writes what webhooks receive it. Where the workspace has none, it looks into two
 * indexes and no further: events are made for each webhook.
 */
export const TELL_WEBHOOKS = `, told as (
    insert into webhook_delivery (${DELIVERY_COLUMNS})
    select ${DELIVERY_VALUES}, chat.id
    from chat join bot on bot.id = chat.bot_id join webhook on webhook.workspace_id = bot.workspace_id
      cross join lateral (${EVENTS}) as event
    where not chat.is_preview and ${IS_TOLD}
    order by event.place
  )`;
