import type {
  BotTest,
  BotTestStep,
  BotTestStub,
  EffectResult,
  UserMessage,
} from '../engine/index.js';
import type { Clock, Move, Played } from './playMove.js';
import { webhookBodyOf } from './stepOfInput.js';

/** A turn of an explored chat: what was done, and what came of it. */
export interface ExploredTurn {
  readonly move: Move;
  /** The chat before it, and the turn. */
  readonly played: Played;
  /** Whether it waited for the client or a webhook before. */
  readonly waitedFor: { readonly kind: 'user' | 'client' | 'agent'; readonly isWebhook: boolean };
}

/** Writes an explored chat as a test, which says what visitors do and what outside answers; what is to come is left to its author. */
export function exploredTest(
  name: string,
  { clock, seed }: { readonly clock: Clock; readonly seed: string },
  turns: readonly ExploredTurn[],
): BotTest {
  const { now, timeZone } = clock;
  const stubs = stubsOf(turns);
  return {
    format: 1,
    name: name.slice(0, MAX_NAME),
    now: new Date(now).toISOString(),
    seed,
    ...(timeZone !== undefined && { timeZone }),
    ...(stubs.length > 0 && { stubs }),
    steps: turns.flatMap((turn) => stepOf(turn) ?? []),
  };
}

/** In characters. */
const MAX_NAME = 200;

/**
 * Each answer from outside, for the time at which its block asked; requests of scripts have empty answers. Payments are steps, or fail by
 * themselves.
 */
function stubsOf(turns: readonly ExploredTurn[]): BotTestStub[] {
  const counts = new Map<string, number>();
  const answers = turns.flatMap(({ played }) =>
    played.asked.flatMap(
      ({ blockId: block, effect: { kind }, chosen: { result } }): BotTestStub[] => {
        const nth = (counts.get(block) ?? 0) + 1;
        counts.set(block, nth);
        if (kind === 'verifyPayment' || (kind === 'createPayment' && result.ok)) return [];
        return [
          { block, nth, ...(result.ok ? { result: result.value } : { error: result.error }) },
        ];
      },
    ),
  );
  const fetched = new Set(turns.flatMap(({ played }) => played.fetched));
  return [...answers, ...[...fetched].map((url) => ({ url, result: {} }))];
}

function stepOf({ move, played, waitedFor }: ExploredTurn): BotTestStep | undefined {
  const { input } = move;
  if (input.type === 'start') return undefined;
  if (input.type === 'handback') return { handBack: input.exit };
  const { message = {} } = input;
  if (message.command !== undefined) return { command: message.command };
  if (waitedFor.isWebhook) return { webhook: webhookBodyOf(message.text) };
  if (waitedFor.kind === 'client') return { report: message.text ?? null };
  const paid = played.asked.find(({ effect }) => effect.kind === 'verifyPayment');
  return paid ? { pay: isPaid(paid.chosen.result) } : answerOf(message);
}

function isPaid(result: EffectResult): boolean {
  return result.ok && result.value === 'paid';
}

function answerOf({ text = '', replyId, audioUrl, attachedFileUrls }: UserMessage): BotTestStep {
  const files = attachedFileUrls ?? (audioUrl === undefined ? [] : [audioUrl]);
  if (files.length > 0) return { upload: files.map((url) => ({ name: nameOf(url) })) };
  return replyId === undefined ? { say: text } : { choose: replyId };
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
