/**
 * What the last part of a turn's statement (`commitTurn.ts`) selects from `chat`, so that webhooks receive the turn: it uses `saved`,
 * `known` and the values `$5` (events), `$7` (answers) and `$8` (results). Where the workspace has no webhook, it looks into
 * two indexes and no further; else `tell_webhooks` (`migrations/0031-tell-webhooks.sql`) writes the deliveries. It is not part of
 * its own in `with`, since each costs every turn its preparation.
 */
export const TELL_WEBHOOKS = `max(case when not chat.is_preview and exists (
      select from webhook join bot using (workspace_id) where bot.id = chat.bot_id)
    then tell_webhooks(chat.id, chat.bot_id, chat.result_id, $5::json, $7::json, $8::json, (
      select json_agg(json_build_object('id', saved.id, 'created_at', saved.created_at, 'is_completed', saved.is_completed,
        'starts', saved.has_started and known.has_started is not true,
        'completes', saved.is_completed and known.is_completed is not true))
      from saved left join known using (id))) end)`;
