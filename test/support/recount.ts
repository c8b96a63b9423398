import { expect } from '@jest/globals';
import { UNCOUNTED_TURNS } from '../../src/storage/foldCounts.js';
import { rowsOf } from './rows.js';

/**
 * Counts everything again from what the chats left behind (results, the log of each chat, where each chat rests now) and
 * compares it with the counters of every bot, or of one. Fails when any differs, or is negative.
 */
export async function expectExactCounts(databaseUrl: string, botId?: string): Promise<void> {
  const [counted, recounted] = await Promise.all([
    rowsOf(databaseUrl, COUNTED),
    rowsOf(databaseUrl, RECOUNTED),
  ]);
  const wanted = (rows: typeof counted) =>
    rows.filter((row) => botId === undefined || row['bot_id'] === botId);
  expect(wanted(counted)).toEqual(wanted(recounted));
  expect(counted.filter(({ total }) => Number(total) < 0)).toEqual([]);
  expect(await rowsOf(databaseUrl, UNEVEN_SPANS)).toEqual([]);
}

/** Totals of days, and of 32 of them, that are not those of their quarters of an hour. */
const UNEVEN_SPANS = `select * from bot_count as long
  where span > 1 and total <> (select sum(short.total) from bot_count as short
    where short.span = 1 and short.slot / long.span * long.span = long.slot
      and (short.bot_id, short.kind, short.flow_id, short.part_id)
        = (long.bot_id, long.kind, long.flow_id, long.part_id))
  union all
  select * from bot_count as short where span = 1 and (select count(*) from bot_count as long
    where long.span > 1 and long.slot = short.slot / long.span * long.span
      and (short.bot_id, short.kind, short.flow_id, short.part_id)
        = (long.bot_id, long.kind, long.flow_id, long.part_id)) <> 2`;

const COUNTED = `select bot_id, kind, slot, flow_id, part_id, sum(total)::int as total from (
    select bot_id, kind, slot, flow_id, part_id, total from bot_count where span = 1
    union all
    select bot_id, part ->> 0, slot, flow_id, part ->> 1, (part ->> 2)::int
      from (select shard_key, bot_id, flow_id, slot, parts from count_delta union all ${UNCOUNTED_TURNS}) as uncounted
        cross join lateral json_array_elements(parts) as part
  ) as counts group by 1, 2, 3, 4, 5 having sum(total) <> 0 order by 1, 2, 3, 4, 5`;

const slot = (instant: string): string => `floor(extract(epoch from ${instant}) / 900)::int`;

const RECOUNTED = `
  select * from (
    select bot_id, kind, ${slot('created_at')} as slot, flow_id, '' as part_id, count(*)::int as total
      from result cross join lateral (values
        ('view', true), ('start', has_started), ('completion', is_completed)) as k (kind, holds)
      where holds group by 1, 2, 3, 4
    union all
    select noted ->> 'bot_id', part ->> 0, ${slot('chat_session.created_at')}, noted ->> 'flow_id',
        part ->> 1, sum((part ->> 2)::int)::int
      from chat_event join chat_session on chat_session.id = session_id
      cross join lateral json_array_elements(passed) as noted
      cross join lateral json_array_elements(noted -> 'parts') as part
      where part ->> 0 in ('reached', 'answered', 'edge') group by 1, 2, 3, 4, 5
    union all
    select frame ->> 'botId', 'left', ${slot('created_at')}, frame ->> 'flowId',
        state -> 'at' ->> 'blockId', count(*)::int
      from chat_session cross join lateral (select state -> 'stack' -> -1 as frame) as top
      where not is_preview and not is_ended and state -> 'at' is not null group by 1, 2, 3, 4, 5
  ) as counts order by bot_id collate "C", kind collate "C", slot, flow_id collate "C", part_id collate "C"`;
