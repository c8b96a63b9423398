import type { Pool } from 'pg';
import { outageIn } from '../../errors/outage.js';
import { LARGE } from '../../eventLoop/steps.js';
import {
  argumentsOf,
  JSON_ARGUMENTS,
  mayBeUnreadable,
  type TurnArguments,
} from './turnArguments.js';
import { gather } from './gather.js';
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

/** Writes turns, those that arrive while others are being written together with them. */
export function openTurnWriter(pool: Pick<Pool, 'query'>): TurnWriter {
  const write = gather((turns: readonly TurnArguments[]) => sendTogether(pool, turns));
  return {
    async write(turn) {
      const values = await argumentsOf(turn);
      return goesAlone(values) ? writeAlone(pool, values) : write(values);
    },
  };
}

/** A long turn would hold up those it leaves with, and text that PostgreSQL cannot read would make it refuse them all. */
function goesAlone({ state, events, more }: TurnArguments): boolean {
  const texts = [state, events, more];
  return texts.some((text) => text !== null && (text.length > LARGE || mayBeUnreadable(text)));
}

function sendTogether(
  pool: Pick<Pool, 'query'>,
  turns: readonly TurnArguments[],
): Promise<boolean>[] {
  const [first] = turns;
  if (turns.length === 1 && first) return [writeAlone(pool, first)];
  const written = writeTogether(pool, turns);
  return turns.map(async (turn, place) => {
    try {
      return (await written)[place] === true;
    } catch (error) {
      // Nobody knows what an outage left written; any other failure left nothing, and is that of a single turn.
      if (outageIn(error)) throw error;
      return writeAlone(pool, turn);
    }
  });
}

async function writeTogether(
  pool: Pick<Pool, 'query'>,
  turns: readonly TurnArguments[],
): Promise<readonly boolean[]> {
  const { rows } = await pool.query<{ written: boolean[] }>({
    name: 'turns_write',
    text: 'select write_turns_1($1) as written',
    values: [`[${turns.map(objectOf).join(',')}]`],
  });
  return rows[0]?.written ?? [];
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

/** A turn as JSON text; the texts of JSON among its arguments are not read for it. */
function objectOf(values: TurnArguments): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    text += `${text === '' ? '{' : ','}"${name}":${JSON_ARGUMENTS.has(name) ? value : JSON.stringify(value)}`;
  }
  return `${text}}`;
}
