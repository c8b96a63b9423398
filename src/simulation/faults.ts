import { isJsonRecord, namesIn, oncePer, type Flow, type LocatedBlock } from '../engine/index.js';
import { ownVisits, type OwnVisit } from './ownVisits.js';
import type { Chat, Played } from './playMove.js';

/** What can be wrong with an explored chat. */
export type FaultCode =
  | 'SILENT_END'
  | 'NO_WAY_ON'
  | 'ERROR_LOGGED'
  | 'LIMIT_MET'
  | 'REPLY_TOO_LARGE'
  | 'VALUE_MISSING'
  | 'CALL_REFUSED';

/** Something wrong in a turn, and where. */
export interface Fault {
  readonly code: FaultCode;
  readonly groupId?: string | undefined;
  readonly blockId?: string | undefined;
  /** The line of the log, the reason of the refusal, or the name of the variable. */
  readonly about: string;
}

/** Faults with the same key are one. */
export function faultKey({ code, blockId, about }: Fault): string {
  return code === 'VALUE_MISSING' ? `${code} ${blockId} ${about}` : `${code} ${blockId}`;
}

/** More characters than anybody reads in one reply. */
const MAX_CHARACTERS = 64_000;

/** Finds what is wrong in a turn, in the flow of the chat's own bot. */
export function faultsOf(flow: Flow, before: Chat, played: Played): Fault[] {
  const { refusal, trace, asked } = played;
  const isAsExpected = asked.every(({ chosen }) => chosen.isExpected);
  if (refusal) {
    const { groupId, blockId } = before.session.at ?? {};
    return isAsExpected ? [{ code: 'CALL_REFUSED', groupId, blockId, about: refusal.message }] : [];
  }
  const visits = ownVisits(flow, trace);
  return [
    ...stopped(played, visits, isAsExpected),
    ...silentEnd(played, visits),
    ...tooLarge(played, visits),
    ...missingValues(flow, before, visits),
  ];
}

/** A limit that was met; or else an error in the log, unless it says that something outside failed. */
function stopped({ events }: Played, visits: readonly OwnVisit[], isAsExpected: boolean): Fault[] {
  const logs = events.flatMap((event) => (event.kind === 'log' ? [event.log] : []));
  const limit = visits.find(({ visit }) => visit.way === 'stopped');
  if (limit) return [faultAt('LIMIT_MET', limit, logs.at(-1)?.description)];
  const error = logs.find(({ status }) => status === 'error');
  if (!error || !isAsExpected) return [];
  const { groupId, blockId, description } = error;
  return [{ code: 'ERROR_LOGGED', groupId, blockId, about: description }];
}

function silentEnd({ events, chat }: Played, visits: readonly OwnVisit[]): Fault[] {
  const last = visits.at(-1);
  const isSilent = !events.some(({ kind }) => kind === 'message' || kind === 'action');
  const isOver = chat.session.phase === 'ended';
  return last && isOver && isSilent ? [faultAt('SILENT_END', last)] : [];
}

function tooLarge({ trace }: Played, visits: readonly OwnVisit[]): Fault[] {
  const last = visits.at(-1);
  const size = trace.reduce((most, entry) => (entry.kind === 'ended' ? entry.characters : most), 0);
  return last && size > MAX_CHARACTERS ? [faultAt('REPLY_TOO_LARGE', last, String(size))] : [];
}

function faultAt(code: FaultCode, { visit }: OwnVisit, about = ''): Fault {
  const { groupId, blockId } = visit;
  return { code, groupId, blockId, about };
}

/** The variables that text bubbles showed although they had no value. */
function missingValues(flow: Flow, { session }: Chat, visits: readonly OwnVisit[]): Fault[] {
  const set = new Set<string>();
  const write = ({ id, value }: { readonly id: string; readonly value: unknown }) => {
    if (value === null || value === '') set.delete(id);
    else set.add(id);
  };
  session.stack[0]?.variables.forEach(write);
  return visits.flatMap((at) => {
    const faults = namesShown(at)
      .filter((name) => !set.has(flow.variableNamed(name)?.id ?? ''))
      .filter((name) => flow.variableNamed(name))
      .map((name) => faultAt('VALUE_MISSING', at, name));
    for (const change of at.visit.changes ?? []) {
      if (change.change === 'variable') write({ id: change.id, value: change.to });
      if (change.change === 'variables') change.variables.forEach(write);
    }
    return faults;
  });
}

/** The variables that a text bubble shows. */
function namesShown({ visit, block }: OwnVisit): readonly string[] {
  return block?.type === 'text' && visit.call === 'enter' ? namesInBubble(block) : [];
}

const namesInBubble = oncePer(({ content }: LocatedBlock['block']) => [
  ...new Set(namesIn(textsOf(content))),
]);

/** The texts of a rich text, one after the other. */
function textsOf(content: unknown): string {
  if (Array.isArray(content)) return content.map(textsOf).join('\n');
  if (!isJsonRecord(content)) return '';
  const { text } = content;
  const own = typeof text === 'string' ? [text] : [];
  return [...own, ...Object.values(content).map(textsOf)].join('\n');
}
