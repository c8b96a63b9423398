import { z } from 'zod';
import { oncePer, sampleAnswers, type AnyBlock, type Flow, type Session } from '../engine/index.js';
import {
  isPattern,
  rightSide,
  type FlowComparisons,
  type PlacedComparison,
} from './flowComparisons.js';
import type { Chat, Move } from './playMove.js';
import type { Reached } from './reached.js';
import { sampleReports, type WantedTexts } from './sampleOutcomes.js';

/** What moves are made for. */
export interface MoveMaker {
  /** The texts by which a comparison of a variable comes out in a way that was not seen yet. */
  readonly wanted: (frame: Frame) => WantedTexts;
  /** What may be done next in a chat: first what people do, then what conditions ask for. */
  readonly movesOf: (chat: Chat, draw: () => number) => Move[];
}

type Frame = Session['stack'][number];

/** The most texts that are tried for one variable, and the most words of conditions that any text input gets. */
const [MAX_WANTED, MAX_WORDS] = [12, 12] as const;

/** Makes the moves of explored chats of a flow. */
export function openMoves(flow: Flow, comparisons: FlowComparisons, reached: Reached): MoveMaker {
  const commands = flow.definition.events.flatMap((event) => commandIn(event) ?? []);
  const isOpen = (one: PlacedComparison) =>
    !reached.hasSide(one, true) || !reached.hasSide(one, false);
  const wanted = (frame: Frame) => (variableId: string) => {
    const open = comparisons.ofVariable(variableId).filter(isOpen);
    return [...new Set(open.flatMap((one) => textsFor(one, frame)))].slice(0, MAX_WANTED);
  };
  const wordsIn = (frame: Frame) => {
    const open = comparisons.all.filter(isOpen);
    return open.flatMap((one) => textsFor(one, frame).slice(0, 1)).slice(0, MAX_WORDS);
  };
  const wantedIf = (isOwn: boolean, frame: Frame) => (isOwn ? wanted(frame) : () => []);
  /** Texts that conditions ask of the answer to an input of the own bot. */
  const guesses = (frame: Frame, block: AnyBlock | undefined) => [
    ...wanted(frame)((block && variableOf(block)) ?? ''),
    ...(block?.type === 'text input' ? wordsIn(frame) : []),
  ];
  return {
    wanted,
    movesOf(chat, draw) {
      const { at, phase, stack } = chat.session;
      const frame = stack.at(-1);
      if (phase === 'registered') return [move({ type: 'start' })];
      if (phase === 'ended' || !at || !frame) return [];
      if (at.waitsFor === 'agent') return handbacks(chat);
      const isOwn = frame.flowId === flow.id;
      const block = isOwn ? flow.block(at.blockId)?.block : undefined;
      if (at.waitsFor === 'client') return sampleReports(block, wantedIf(isOwn, frame)).map(said);
      return [
        ...answersTo(chat, draw, isOwn ? guesses(frame, block) : []),
        ...commands.map((command) => move({ type: 'message', message: { command } })),
      ];
    },
  };
}

/** The sample answers to the input of a chat, and other texts. */
function answersTo({ input }: Chat, draw: () => number, texts: readonly string[]): Move[] {
  const answers = input ? sampleAnswers(input, draw) : [];
  const known = new Set(answers.map(({ message }) => message.text));
  return [
    ...answers.map(({ message }) => move({ type: 'message', message })),
    ...[...new Set(texts)].filter((text) => !known.has(text)).map(said),
  ];
}

/** How the wait for a person may end. */
function handbacks({ mayBeLeft }: Chat): Move[] {
  const exits = mayBeLeft ? (['back', 'nobody'] as const) : (['back'] as const);
  return exits.map((exit) => move({ type: 'handback', exit }));
}

function move(input: Move['input']): Move {
  return { input, draw: 0, outcomes: [] };
}

function said(text: string | undefined): Move {
  return move({ type: 'message', message: text === undefined ? undefined : { text } });
}

const commandSchema = z.looseObject({
  type: z.literal('command'),
  options: z.looseObject({ command: z.string().min(1) }),
});

function commandIn(event: unknown): string | undefined {
  return commandSchema.safeParse(event).data?.options.command;
}

const linkedSchema = z.looseObject({ options: z.looseObject({ variableId: z.string() }) });

/** The variable that keeps the answer to an input. */
const variableOf = oncePer(
  (block: AnyBlock) => linkedSchema.safeParse(block).data?.options.variableId,
);

/** Texts with which a comparison comes out in both ways, as far as it says so itself. */
function textsFor({ operator, value }: PlacedComparison, frame: Frame): string[] {
  const right = rightSide(value, frame);
  if (typeof right !== 'string' || operator === 'Is set' || operator === 'Is empty') return [];
  if (isPattern(operator)) return wordsOf(right);
  if (operator.startsWith('Greater') || operator.startsWith('Less')) return around(right);
  if (operator === 'Starts with') return [`${right} and more`];
  if (operator === 'Ends with') return [`more and ${right}`];
  return [right];
}

/** Texts just below, at and above another: numbers, days, or lengths. */
function around(text: string): string[] {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) {
    return [number, number + 1, number - 1].map(String);
  }
  const day = Date.parse(text.slice(0, 10));
  if (Number.isNaN(day)) return ['', 'x'].map((more) => `${text}${more}`);
  return [0, 1, -1].map((days) => new Date(day + days * DAY).toISOString().slice(0, 10));
}

/** In milliseconds. */
const DAY = 86_400_000;

/** The plain words of a pattern, which may match it. */
function wordsOf(pattern: string): string[] {
  return pattern.split('|').map((part) => part.replace(/\\[bBdDsSwW]|[\\^$()[\]{}*+?./]/g, ''));
}
