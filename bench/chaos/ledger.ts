import { Client } from 'pg';

/** Something a visitor said that was acknowledged: the server answered 200. */
export interface Said {
  readonly text: string;
  /** How often it may have been written: 1, or for a server without idempotency keys as often as it was sent. */
  readonly atMost: number;
}

/** What visitors were promised: of each chat, what it took, in order. */
export type Ledger = Map<string, Said[]>;

/** What a database holds of what was promised. */
export interface Audit {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** Written more than once after a retry that could not say that it was one. */
  readonly repeated: number;
  /** Chats whose log has a gap, or does not end where the chat believes. */
  readonly gaps: number;
}

/** Compares the ledger with the stored answers and logs. What stands where something else should counts as both lost and doubled. */
export async function audit(databaseUrl: string, ledger: Ledger): Promise<Audit> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const stored = await client.query<{ id: string; answers: string[] }>(ANSWERS);
    const answersOf = new Map(stored.rows.map(({ id, answers }) => [id, answers]));
    const broken = await client.query(BROKEN_LOGS);
    const chats = [...ledger].map(([id, said]) => compare(said, answersOf.get(id) ?? []));
    const sum = (of: (chat: Chat) => number): number =>
      chats.reduce((total, chat) => total + of(chat), 0);
    return {
      acknowledged: sum((chat) => chat.acknowledged),
      lost: sum((chat) => chat.lost),
      doubled: sum((chat) => chat.doubled),
      repeated: sum((chat) => chat.repeated),
      gaps: broken.rowCount ?? 0,
    };
  } finally {
    await client.end();
  }
}

/** What an audit found wrong, in sentences. */
export function faultsOf({ lost, doubled, gaps }: Audit): string[] {
  const faults: readonly (readonly [number, string])[] = [
    [lost, 'acknowledged answers are lost'],
    [doubled, 'answers are there twice, or where others should be'],
    [gaps, 'chats have a gap in their log'],
  ];
  return faults.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
}

type Chat = Omit<Audit, 'gaps'>;

function compare(said: readonly Said[], stored: readonly string[]): Chat {
  let [at, lost, repeated] = [0, 0, 0];
  for (const { text, atMost } of said) {
    const first = at;
    while (stored[at] === text && at - first < atMost) at += 1;
    if (at === first) lost += 1;
    else repeated += at - first - 1;
  }
  return { acknowledged: said.length, lost, doubled: stored.length - at, repeated };
}

const ANSWERS = `select chat_session.id, array_agg(answer.content order by answer.id) as answers
  from chat_session join answer using (result_id) group by chat_session.id`;

const BROKEN_LOGS = `select session_id from (
    select session_id, last_seq, turn, first_seq - 1 <> coalesce(lag(last_seq)
      over (partition by session_id order by first_seq), 0) as is_gap from chat_event) as log
  join chat_session on chat_session.id = session_id
  group by session_id
  having bool_or(is_gap) or max(last_seq) <> max(chat_session.seq)
    or max(log.turn) <> max(chat_session.turn)`;
