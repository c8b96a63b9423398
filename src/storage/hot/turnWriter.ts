import type { Pool } from 'pg';
import { outageIn } from '../../errors/outage.js';
import { LARGE } from '../../eventLoop/steps.js';
import {
  argumentsOf,
  JSON_ARGUMENTS,
  mayBeUnreadable,
  type TurnArguments,
} from './turnArguments.js';
import type { GuardedTurn } from './turnWrite.js';

/** Writes turns of chats. */
export interface TurnWriter {
  /**
   * Writes a turn whole, or not at all: false when another turn was written since, another process took the lease since, the chat
   * has ended (a preview can go on even then), a reply is kept for the key already, or a restricted preview was deleted meanwhile.
   * One chat has at most one turn here at a time.
   */
  write(turn: GuardedTurn): Promise<boolean>;
}

/** How many turns leave together at most. */
const TOGETHER = 64;

/** Turns wait no longer than this for a round trip, in milliseconds: the row of one turn may be locked elsewhere. */
const PATIENCE = 20;

interface Waiting {
  readonly values: TurnArguments;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes turns at once while nothing else is being written; those that arrive meanwhile leave together when that has ended, in one
 * round trip (docs/adr/0060-turns-leave-together.md). None waits for company.
 */
export function openTurnWriter(pool: Pick<Pool, 'query'>): TurnWriter {
  const waiting: Waiting[] = [];
  let isBusy = false;
  const sendNext = (): void => {
    if (isBusy || waiting.length === 0) return;
    const turns = waiting.splice(0, TOGETHER);
    isBusy = true;
    let isOver = false;
    const goOn = (): void => {
      if (isOver) return;
      isOver = true;
      isBusy = false;
      sendNext();
    };
    const patience = setTimeout(goOn, PATIENCE);
    void sendTogether(pool, turns).then(() => {
      clearTimeout(patience);
      goOn();
    });
  };
  return {
    async write(turn) {
      const values = await argumentsOf(turn);
      if (goesAlone(values)) return writeAlone(pool, values);
      return new Promise((resolve, reject) => {
        waiting.push({ values, resolve, reject });
        sendNext();
      });
    },
  };
}

/** A long turn would hold up those it leaves with, and text that PostgreSQL cannot read would make it refuse them all. */
function goesAlone({ state, events, more }: TurnArguments): boolean {
  const texts = [state, events, more];
  return texts.some((text) => text !== null && (text.length > LARGE || mayBeUnreadable(text)));
}

/** Settles each of the turns; never rejects. */
async function sendTogether(pool: Pick<Pool, 'query'>, turns: readonly Waiting[]): Promise<void> {
  const [first] = turns;
  if (turns.length === 1 && first) return settle(first, writeAlone(pool, first.values));
  try {
    const { rows } = await pool.query<{ written: boolean[] }>({
      name: 'turns_write',
      text: 'select write_turns_1($1) as written',
      values: [documentOf(turns)],
    });
    turns.forEach(({ resolve }, place) => resolve(rows[0]?.written[place] === true));
  } catch (error) {
    // Nobody knows what an outage left written; any other failure left nothing, and is that of a single turn.
    if (outageIn(error)) for (const { reject } of turns) reject(error);
    else await Promise.all(turns.map((turn) => settle(turn, writeAlone(pool, turn.values))));
  }
}

async function settle({ resolve, reject }: Waiting, writing: Promise<boolean>): Promise<void> {
  await writing.then(resolve, reject);
}

async function writeAlone(pool: Pick<Pool, 'query'>, values: TurnArguments): Promise<boolean> {
  const { rows } = await pool.query<{ written: boolean }>({
    name: 'turn_write',
    text: WRITE_ALONE,
    values: Object.values(values),
  });
  return rows[0]?.written === true;
}

const WRITE_ALONE = `select write_turn_1(${Array.from({ length: 28 }, (_, place) => `$${place + 1}`).join(', ')}) as written`;

/** Turns as one JSON text; the texts of JSON among their arguments are not read for it. */
function documentOf(turns: readonly Waiting[]): string {
  return `[${turns.map(({ values }) => objectOf(values)).join(',')}]`;
}

function objectOf(values: TurnArguments): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    text += `${text === '' ? '{' : ','}"${name}":${JSON_ARGUMENTS.has(name) ? value : JSON.stringify(value)}`;
  }
  return `${text}}`;
}
