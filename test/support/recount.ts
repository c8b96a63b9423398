import { expect } from '@jest/globals';
import { UNCOUNTED_TURNS } from '../../src/storage/foldCounts.js';
import { SPANS } from '../../src/storage/spans.js';
import { rowsOf } from './rows.js';

/**
 * Counts everything again from the stored chats (results, the log of each chat, where each chat waits now) and expects the
 * counters of every bot, or of one, to be the same. No counter may be negative.
 */
export async function expectExactCounts(databaseUrl: string, botId?: string): Promise<void> {
  const read = (statement: string) => rowsOf(databaseUrl, statement);
  const [counted, recounted] = await Promise.all([
    read(COUNTED),
    Promise.all([RESULTS, PASSED, LEFT].map(read)),
  ]);
  const ofBot = (rows: typeof counted) =>
    rows.filter((row) => botId === undefined || row['bot_id'] === botId).sort(inOrder);
  expect(ofBot(counted)).toEqual(ofBot(recounted.flat()));
  expect(counted.filter(({ total }) => Number(total) < 0)).toEqual([]);
  for (const [index, span] of SPANS.slice(1).entries()) {
    expect(await read(unevenSpans(SPANS[index] ?? 1, span))).toEqual([]);
  }
}

/** Totals of a length of time that are not the sum of those of the next shorter one; one statement, since counts are added up meanwhile. */
function unevenSpans(shorter: number, longer: number): string {
  const sum = (span: number) => `coalesce(sum(total) filter (where span = ${span}), 0)`;
  return `select bot_id, kind, slot / ${longer} as slot, flow_id, part_id from bot_count
    where span in (${shorter}, ${longer}) group by 1, 2, 3, 4, 5 having ${sum(shorter)} <> ${sum(longer)}`;
}

const COUNTED = `select bot_id, kind, slot, flow_id, part_id, sum(total)::int as total from (
    select shard_key, bot_id, kind, slot, flow_id, part_id, total from bot_count where span = 1
    ${['count_delta', `(${UNCOUNTED_TURNS})`]
      .map(
        (rows) => `union all
    select shard_key, bot_id, part ->> 0, slot, flow_id, part ->> 1, (part ->> 2)::int
      from ${rows} as uncounted cross join lateral json_array_elements(parts) as part`,
      )
      .join(' ')}
  ) as counts where bot_id not in (select id from workspace) group by 1, 2, 3, 4, 5 having sum(total) <> 0`;

const slot = (instant: string): string => `floor(extract(epoch from ${instant}) / 900)::int`;

/** The recounts are separate statements, since a cluster cannot run their union. */
const RESULTS = `select bot_id, kind, ${slot('created_at')} as slot, flow_id, '' as part_id, count(*)::int as total
  from result cross join lateral (values
    ('view', true), ('start', has_started), ('completion', is_completed)) as k (kind, holds)
  where holds group by 1, 2, 3, 4`;

const PASSED = `select noted ->> 'bot_id' as bot_id, part ->> 0 as kind, ${slot('chat_session.created_at')} as slot,
    noted ->> 'flow_id' as flow_id, part ->> 1 as part_id, sum((part ->> 2)::int)::int as total
  from chat_event join chat_session on chat_session.shard_key = chat_event.shard_key and chat_session.id = session_id
    cross join lateral json_array_elements(passed) as noted
    cross join lateral json_array_elements(noted -> 'parts') as part
  where part ->> 0 in ('reached', 'answered', 'edge', 'took') group by 1, 2, 3, 4, 5`;

const LEFT = `select frame ->> 'botId' as bot_id, 'left' as kind, ${slot('created_at')} as slot, frame ->> 'flowId' as flow_id,
    state -> 'at' ->> 'blockId' as part_id, count(*)::int as total
  from chat_session cross join lateral (select state -> 'stack' -> -1 as frame) as top
  where not is_preview and not is_ended and state -> 'at' is not null group by 1, 2, 3, 4, 5`;

type Row = Record<string, unknown>;

function inOrder(one: Row, other: Row): number {
  return placeOf(one) < placeOf(other) ? -1 : 1;
}

function placeOf(row: Row): string {
  return ['bot_id', 'kind', 'slot', 'flow_id', 'part_id'].map((column) => row[column]).join(' ');
}
