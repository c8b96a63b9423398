import { Client } from 'pg';
import { sentencesOf } from './faults.js';

/** The acknowledged messages (the server answered 200) of each chat, in order. */
export type Ledger = Map<string, string[]>;

/** The stored part of what was acknowledged. */
export interface Audit {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** Chats whose log has a gap, or does not end at the number that the chat stores. */
  readonly gaps: number;
}

/** Compares the ledger with the stored answers and logs. A wrong answer counts as both lost and doubled. */
export async function audit(databaseUrl: string, ledger: Ledger): Promise<Audit> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const stored = await client.query<{ id: string; answers: string[] }>(ANSWERS);
    const answersOf = new Map(stored.rows.map(({ id, answers }) => [id, answers]));
    const broken = await client.query(BROKEN_LOGS);
    const chats = [...ledger].map(([id, said]) => comparedWith(said, answersOf.get(id) ?? []));
    const sum = (of: (chat: Chat) => number): number =>
      chats.reduce((total, chat) => total + of(chat), 0);
    return {
      acknowledged: sum((chat) => chat.acknowledged),
      lost: sum((chat) => chat.lost),
      doubled: sum((chat) => chat.doubled),
      gaps: broken.rowCount ?? 0,
    };
  } finally {
    await client.end();
  }
}

/** The faults of an audit, as sentences. */
export function faultsOf({ lost, doubled, gaps }: Audit): string[] {
  return sentencesOf([
    [lost, 'acknowledged answers are lost'],
    [doubled, 'answers are there twice, or where others should be'],
    [gaps, 'chats have a gap in their log'],
  ]);
}

type Chat = Omit<Audit, 'gaps'>;

/** Compares what was acknowledged in a chat with what is stored, both in order. */
export function comparedWith(said: readonly string[], stored: readonly string[]): Chat {
  let [at, lost] = [0, 0];
  for (const text of said) {
    if (stored[at] === text) at += 1;
    else lost += 1;
  }
  return { acknowledged: said.length, lost, doubled: stored.length - at };
}

const ANSWERS = `select chat_session.id, array_agg(answer.content order by answer.id) as answers
  from chat_session join answer using (shard_key, result_id) group by shard_key, chat_session.id`;

const BROKEN_LOGS = `select session_id from (
    select shard_key, session_id, last_seq, turn, first_seq - 1 <> coalesce(lag(last_seq)
      over (partition by shard_key, session_id order by first_seq), 0) as is_gap from chat_event) as log
  join chat_session on chat_session.shard_key = log.shard_key and chat_session.id = session_id
  group by log.shard_key, session_id
  having bool_or(is_gap) or max(last_seq) <> max(chat_session.seq)
    or max(log.turn) <> max(chat_session.turn)`;
