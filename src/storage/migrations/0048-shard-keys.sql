-- A shard key says where the rows of a chat are: all of them have the same, and statements name it, so that a database that is spread
-- over several machines finds them on one (docs/adr/0062-shard-keys.md). The ids of what belongs to a chat end with it. What servers
-- before this version write has the empty key. Primary keys stay as they are: where the store is not spread, the key is of no use.
alter table chat_session add column shard_key text collate "C" not null default '';
alter table chat_event add column shard_key text collate "C" not null default '';
alter table result add column shard_key text collate "C" not null default '';
alter table answer add column shard_key text collate "C" not null default '';
alter table count_delta add column shard_key text collate "C" not null default '';
alter table bot_count add column shard_key text collate "C" not null default '';
alter table turn_answer add column shard_key text collate "C" not null default '';
alter table idempotent_reply add column shard_key text collate "C" not null default '';
alter table chat_stream add column shard_key text collate "C" not null default '';
alter table client_log add column shard_key text collate "C" not null default '';
alter table restricted_preview add column shard_key text collate "C" not null default '';
alter table payment add column shard_key text collate "C" not null default '';
alter table file add column shard_key text collate "C" not null default '';
alter table webhook_delivery add column shard_key text collate "C" not null default '';

-- How many keys the chats of a workspace have (storage/shardKeys.ts).
alter table workspace add column spread integer not null default 1 check (spread >= 1 and spread <= 1024);
-- Under which keys a bot has results besides those of its workspace: those of workspaces it was moved from, and the empty one.
alter table bot add column earlier_keys text[] not null default '{""}';
alter table bot alter column earlier_keys set default '{}';

-- A server before this version may start chats of a bot that is newer.
create function chat_session_empty_key_fn() returns trigger as $$ begin update bot set earlier_keys = array_append(earlier_keys, '') where id = new.bot_id and not '' = any(earlier_keys); return null; end; $$ language plpgsql;
create trigger empty_key after insert on chat_session for each row when (new.shard_key = '' and not new.is_preview)
  execute function chat_session_empty_key_fn();

-- Whether the tables are spread over several machines: then storage/sharded/layout.sql replaces it, and makes `has_webhooks`. PostgreSQL
-- takes it for a constant.
create function is_sharded() returns boolean language sql immutable as 'select false';

-- Tells the webhooks of a workspace what happened in a turn (storage/webhookEvents.ts has what happens otherwise). Gives how many it told.
create function tell_webhooks_2(p_shard_key text, chat text, bot text, result text, said json, given json, sent json, saved json)
returns bigint language plpgsql as $$
declare
  told bigint;
begin
  insert into webhook_delivery
    (shard_key, id, webhook_id, event_type, result_id, data, status, attempt, due_at, queued_at, created_at, queue)
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
    select 4, 'CHAT_PAUSED', bot, tell_webhooks_2.result,
        json_build_object('sessionId', chat, 'botId', bot, 'resultId', tell_webhooks_2.result)
      from json_array_elements(said) as one where one ->> 'kind' = 'status' and one ->> 'status' = 'PAUSED'
  )
  select p_shard_key, 'whd_' || replace(gen_random_uuid()::text, '-', '') || p_shard_key, webhook.id, event.type, event.result_id,
    event.data, 'PENDING', 0, now(), now(), now(), chat
  from event join webhook on webhook.workspace_id = (select owned.workspace_id from bot as owned where owned.id = tell_webhooks_2.bot)
  where webhook.is_enabled and (webhook.bot_id is null or webhook.bot_id = event.bot_id) and event.type = any(webhook.event_types)
  order by event.place;
  get diagnostics told = row_count;
  return told;
end $$;

-- Writes one turn of a chat, whole or not at all; storage/hot/turnWriter.ts calls it. A function, because PostgreSQL prepares every
-- part of a statement for every execution, and here only what a turn has. What nearly every turn has are arguments of their own,
-- since reading JSON takes longer, and so is the reply to a call with an idempotency key. PL/pgSQL prepares each expression once for every
-- transaction, so that a plain turn has few. Most turns have nothing of what `p_more` holds: `isClaimed`, `key` (the `scope`, `key` and
-- `requestHash` under which `p_reply` is kept), `endsLease`, `isOutsideFlow`, `answersFrom`, and `answers` and `results` where one is
-- not enough. A first turn has `p_chat_bot`; where its result is new (`p_is_new`), `p_passed` counts it.
-- False, with nothing written, where the turn may not be written: another one was, the lease was lost, the chat has ended, a reply is
-- kept for the key, or a restricted preview is not claimed any more.
-- That of 0047 stays for servers before this version. Statements here are ones that a database which is spread over several machines
-- sends to one of them: each names one table of chats and its key, and has no function of ours in it.
create function write_turn_2(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_state json, p_is_ended boolean, p_at double precision,
  p_first integer, p_last integer, p_events json, p_passed json,
  p_answer text, p_answer_result text, p_block text, p_group text, p_variable text, p_content text,
  p_result text, p_bot text, p_flow text, p_variables json, p_has_started boolean, p_is_completed boolean, p_is_new boolean,
  p_chat_bot text, p_chat_result text, p_is_preview boolean, p_origins json,
  p_reply json, p_more json
) returns boolean language plpgsql as $$
declare
  v_at timestamptz := to_timestamp(p_at / 1000);
  v_bot text;
  v_chat_result text;
  v_is_preview boolean;
  v_began timestamptz;
  v_slot integer;
  -- Null counts as false.
  v_has_webhooks boolean;
  v_key json;
  v_stale timestamptz;
  v_kept_at timestamptz;
  v_written_in xid8;
  v_result record;
  v_known record;
  v_stored record;
  v_counted json;
  v_saved json[];
  v_part record;
  v_open text[];
begin
  if p_more is not null then
    if (p_more ->> 'isClaimed')::boolean then
      -- Locked, so that it is not deleted before the chat is written.
      perform from restricted_preview where shard_key = p_shard_key and session_id = p_session for share;
      if not found then return false; end if;
    end if;
    v_key := p_more -> 'key';
    if v_key is not null then
      v_stale := now() - interval '24 hours';
      if p_chat_bot is not null then
        -- Nothing but the key keeps two starts apart.
        insert into idempotent_reply (shard_key, scope, key, request_hash, reply, created_at)
        values (p_shard_key, v_key ->> 'scope', v_key ->> 'key', v_key ->> 'requestHash', p_reply, now())
        on conflict on constraint idempotent_reply_pkey do update
          set request_hash = excluded.request_hash, reply = excluded.reply, created_at = excluded.created_at
          where idempotent_reply.created_at <= v_stale;
        if not found then return false; end if;
      else
        -- Whoever keeps a reply in this chat meanwhile writes its next turn as well, which refuses this one.
        select created_at into v_kept_at
        from idempotent_reply where shard_key = p_shard_key and scope = v_key ->> 'scope' and key = v_key ->> 'key';
        if v_kept_at > v_stale then return false; end if;
      end if;
    end if;
  end if;

  if p_chat_bot is null then
    update chat_session set state = p_state, turn = p_turn, seq = p_last, is_ended = p_is_ended, updated_at = v_at
    where shard_key = p_shard_key and id = p_session and turn = p_turn - 1 and fence = p_fence and (is_preview or not is_ended)
    returning bot_id, result_id, is_preview, created_at into v_bot, v_chat_result, v_is_preview, v_began;
  else
    insert into chat_session
      (shard_key, id, bot_id, result_id, is_preview, is_ended, turn, seq, state, allowed_origins, created_at, updated_at)
    values (p_shard_key, p_session, p_chat_bot, p_chat_result, p_is_preview, p_is_ended, p_turn, p_last, p_state, p_origins, v_at, v_at)
    returning bot_id, result_id, is_preview, created_at into v_bot, v_chat_result, v_is_preview, v_began;
  end if;
  if not found then return false; end if;
  v_slot := floor(extract(epoch from v_began) / 900);

  if is_sharded() then
    v_has_webhooks := not v_is_preview and has_webhooks(v_bot);
  elsif exists (select from webhook) then
    v_has_webhooks := not v_is_preview and exists (select from webhook join bot using (workspace_id) where bot.id = v_bot);
  end if;

  if p_answer is not null then
    insert into answer (shard_key, result_id, id, block_id, group_id, variable_id, content, storage_used, created_at)
    values (p_shard_key, p_answer_result, p_answer, p_block, p_group, p_variable, p_content, 0, v_at);
  end if;

  if p_result is not null then
    if p_is_new and v_has_webhooks is not true then
      insert into result (shard_key, id, bot_id, flow_id, session_id, variables, is_completed, has_started, is_archived, answers_from,
        created_at, updated_at)
      values (p_shard_key, p_result, p_bot, p_flow, p_session, p_variables, p_is_completed, p_has_started, false, '', v_at, v_at);
    else
      -- Where a result neither starts nor ends there is nothing to count.
      update result set session_id = p_session, variables = p_variables, updated_at = v_at
      where shard_key = p_shard_key and id = p_result and has_started >= p_has_started and is_completed >= p_is_completed
        and v_has_webhooks is not true and p_more -> 'answersFrom' is null and p_more -> 'results' is null;
    end if;
    if not found then
      for v_result in
        select p_result as id, p_bot as bot_id, p_flow as flow_id, p_variables as variables,
          p_has_started as has_started, p_is_completed as is_completed
        union all
        select r.* from json_to_recordset(p_more -> 'results')
          as r (id text, bot_id text, flow_id text, variables json, has_started boolean, is_completed boolean)
      loop
        -- Locked before it is changed, so that a view, a start and a completion are each counted once.
        select has_started, is_completed into v_known from result where shard_key = p_shard_key and id = v_result.id for update;
        insert into result (shard_key, id, bot_id, flow_id, session_id, variables, is_completed, has_started, is_archived, answers_from,
          created_at, updated_at)
        values (p_shard_key, v_result.id, v_result.bot_id, v_result.flow_id, p_session, v_result.variables, v_result.is_completed,
          v_result.has_started, false, coalesce(p_more ->> 'answersFrom', ''), v_at, v_at)
        on conflict on constraint result_pkey do update set
          session_id = excluded.session_id,
          variables = excluded.variables,
          is_completed = result.is_completed or excluded.is_completed,
          has_started = result.has_started or excluded.has_started,
          answers_from = case when excluded.answers_from = '' then result.answers_from else excluded.answers_from end,
          updated_at = excluded.updated_at
        returning id, bot_id, flow_id, has_started, is_completed, created_at into v_stored;
        select json_agg(json_build_array(kind, '', 1)) into v_counted from (values
          ('view', v_known.has_started is null),
          ('start', v_stored.has_started and v_known.has_started is not true),
          ('completion', v_stored.is_completed and v_known.is_completed is not true)) as now (kind, happens)
        where happens and not p_is_new;
        if v_counted is not null then
          v_counted := json_build_object('bot_id', v_stored.bot_id, 'flow_id', v_stored.flow_id, 'parts', v_counted,
            'slot', floor(extract(epoch from v_stored.created_at) / 900)::integer);
          p_passed := case when p_passed is null then json_build_array(v_counted)
            else format('[%s,%s', v_counted, substr(p_passed::text, 2))::json end;
        end if;
        if v_has_webhooks then
          v_saved := v_saved || json_build_object('id', v_stored.id, 'created_at', v_stored.created_at,
            'is_completed', v_stored.is_completed,
            'starts', v_stored.has_started and v_known.has_started is not true,
            'completes', v_stored.is_completed and v_known.is_completed is not true);
        end if;
      end loop;
    end if;
  end if;

  if p_last >= p_first then
    -- Ids of transactions are those of one machine.
    if p_passed is not null and not is_sharded() then v_written_in := pg_current_xact_id(); end if;
    insert into chat_event (shard_key, session_id, first_seq, last_seq, turn, events, created_at, passed, slot, written_in)
    values (p_shard_key, p_session, p_first, p_last, p_turn, p_events, v_at, p_passed, v_slot, v_written_in);
  end if;
  if p_passed is not null and v_written_in is null then
    for v_part in select * from json_to_recordset(p_passed) as c (bot_id text, flow_id text, slot integer, parts json) loop
      insert into count_delta (shard_key, bot_id, flow_id, slot, parts)
      values (p_shard_key, v_part.bot_id, v_part.flow_id, coalesce(v_part.slot, v_slot), v_part.parts);
    end loop;
  end if;

  if p_more is not null or v_has_webhooks then
    if v_key is not null and p_chat_bot is null then
      if v_kept_at is not null then
        delete from idempotent_reply where shard_key = p_shard_key and scope = v_key ->> 'scope' and key = v_key ->> 'key';
      end if;
      insert into idempotent_reply (shard_key, scope, key, request_hash, reply, created_at)
      values (p_shard_key, v_key ->> 'scope', v_key ->> 'key', v_key ->> 'requestHash', p_reply, now());
    end if;
    if p_more -> 'answers' is not null then
      for v_part in
        select * from json_to_recordset(p_more -> 'answers') as a (result_id text, id text, block_id text, group_id text,
          variable_id text, content text, attached_file_urls json, storage_used double precision)
      loop
        insert into answer
          (shard_key, result_id, id, block_id, group_id, variable_id, content, attached_file_urls, storage_used, created_at)
        values (p_shard_key, v_part.result_id, v_part.id, v_part.block_id, v_part.group_id, v_part.variable_id, v_part.content,
          v_part.attached_file_urls, coalesce(v_part.storage_used, 0), v_at);
      end loop;
    end if;
    if (p_more ->> 'endsLease')::boolean then
      update chat_session set lease_until = null where shard_key = p_shard_key and id = p_session;
      delete from turn_answer where shard_key = p_shard_key and session_id = p_session;
    end if;
    if (p_more ->> 'isOutsideFlow')::boolean then
      v_open := array(select open ->> 'resultId' from json_array_elements(p_state -> 'stack') as open);
      update result set updated_at = v_at where shard_key = p_shard_key and id = any(v_open);
    end if;
    if v_has_webhooks then
      perform tell_webhooks_2(p_shard_key, p_session, v_bot, v_chat_result, p_events, given.answers, sent.results,
        coalesce(array_to_json(v_saved), '[]'))
      from (
        select coalesce(json_agg(a), '[]') as answers from (
          select json_build_object('result_id', p_answer_result, 'block_id', p_block, 'group_id', p_group, 'variable_id', p_variable,
            'content', p_content) as a
          where p_answer is not null
          union all select json_array_elements(p_more -> 'answers')) as every_answer
      ) as given, (
        select coalesce(json_agg(r), '[]') as results from (
          select json_build_object('id', p_result, 'bot_id', p_bot, 'variables', p_variables) as r where p_result is not null
          union all select json_array_elements(p_more -> 'results')) as every_result
      ) as sent;
    end if;
  end if;
  return true;
end $$;

-- Writes turns of several chats, each as write_turn_2 does, and gives for each whether it was written. A row that is locked elsewhere
-- makes all of them fail rather than wait: then storage/hot/turnWriter.ts writes each by itself.
create function write_turns_2(p_turns json) returns boolean[] language plpgsql set lock_timeout = '10ms' as $$
declare
  v record;
  v_written boolean[] := '{}';
begin
  for v in
    select * from json_to_recordset(p_turns) as t (shard_key text, session text, turn integer, fence integer, state json,
      is_ended boolean, at double precision, first integer, last integer, events json, passed json,
      answer text, answer_result text, block text, "group" text, variable text, content text,
      result text, bot text, flow text, variables json, has_started boolean, is_completed boolean, is_new boolean,
      chat_bot text, chat_result text, is_preview boolean, origins json, reply json, more json)
  loop
    v_written := v_written || write_turn_2(v.shard_key, v.session, v.turn, v.fence, v.state, v.is_ended, v.at, v.first, v.last,
      v.events, v.passed,
      v.answer, v.answer_result, v.block, v."group", v.variable, v.content,
      v.result, v.bot, v.flow, v.variables, v.has_started, v.is_completed, coalesce(v.is_new, false),
      v.chat_bot, v.chat_result, v.is_preview, v.origins, v.reply, v.more);
  end loop;
  return v_written;
end $$;

-- Keeps results of effects of a turn: their numbers, hashes, results and times in milliseconds. Those that are kept already are replaced
-- where `p_replaces`.
create function keep_results_1(
  p_shard_key text, p_session text, p_turn integer,
  p_numbers integer[], p_hashes text[], p_results json, p_times double precision[], p_replaces boolean
) returns void language plpgsql as $$
declare
  v_result json;
  v_place integer := 0;
begin
  for v_result in select value from json_array_elements(p_results) loop
    v_place := v_place + 1;
    insert into turn_answer (shard_key, session_id, turn, ask, hash, answer, created_at)
    values (p_shard_key, p_session, p_turn, p_numbers[v_place], p_hashes[v_place], v_result, to_timestamp(p_times[v_place] / 1000))
    on conflict on constraint turn_answer_pkey do update
      set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at
      where p_replaces;
  end loop;
end $$;

-- Takes the lease of a chat's next turn, for so many milliseconds, and gives its fencing token; null where the turn was written or another
-- process holds the lease. The results so far are kept; those of an earlier holder stay if its turn had the same message, which the
-- first hash is of, and is not older than a day.
create function take_lease_1(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_lasts double precision,
  p_numbers integer[], p_hashes text[], p_results json, p_times double precision[]
) returns integer language plpgsql as $$
declare
  v_fence integer;
  v_is_same boolean;
begin
  update chat_session set fence = fence + 1, lease_until = now() + p_lasts * interval '1 ms'
  where shard_key = p_shard_key and id = p_session and turn = p_turn - 1 and fence = p_fence
    and (lease_until is null or lease_until <= now()) and (is_preview or not is_ended)
  returning fence into v_fence;
  if not found then return null; end if;
  perform from turn_answer where shard_key = p_shard_key and session_id = p_session and turn = p_turn and ask = 0
    and hash = p_hashes[1] and created_at > now() - interval '1 day';
  v_is_same := found;
  delete from turn_answer where shard_key = p_shard_key and session_id = p_session
    and (turn <> p_turn or ask > 0 and not v_is_same);
  perform keep_results_1(p_shard_key, p_session, p_turn, p_numbers, p_hashes, p_results, p_times, not v_is_same);
  return v_fence;
end $$;

-- Extends a lease and keeps the results since; false, with nothing written, where this process no longer holds it.
create function renew_lease_1(
  p_shard_key text, p_session text, p_turn integer, p_fence integer, p_lasts double precision,
  p_numbers integer[], p_hashes text[], p_results json, p_times double precision[]
) returns boolean language plpgsql as $$
begin
  update chat_session set lease_until = now() + p_lasts * interval '1 ms'
  where shard_key = p_shard_key and id = p_session and turn = p_turn - 1 and fence = p_fence;
  if not found then return false; end if;
  perform keep_results_1(p_shard_key, p_session, p_turn, p_numbers, p_hashes, p_results, p_times, true);
  return true;
end $$;
