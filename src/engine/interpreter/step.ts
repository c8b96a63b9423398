import { z } from 'zod';
import type { PlacedRefusal } from '../blocks/kind/block.js';
import { addLog, openDraft, sessionFrom, topFlow, type Draft } from './turnState.js';
import { callCommand } from './command.js';
import { dynamicThemeEvents } from './dynamicTheme.js';
import type { Answer, Ask, Tell } from './effect.js';
import type { Env } from './env.js';
import type { BlockPlace, Flows } from '../flow/flow.js';
import { heardOf } from './receivedEvents.js';
import { outOfBrokenPath, throughEdge, toPlace } from './next.js';
import type { Passed } from './trace.js';
import type { TurnEvent } from '../reply/reply.js';
import { progressEvents } from '../progress/progress.js';
import { saveResult } from './saveResult.js';
import type { Evaluated, Session, Visit } from './session.js';
import { startEvents } from './startEvents.js';
import type { StartFrom } from './startFrom.js';
import type { UserMessage } from '../documents/userMessage.js';
import { stopTurn } from './stopTurn.js';
import { visiting, walk } from './walk.js';

/** What happened outside since the last step. */
export type StepInput =
  /** The chat begins. A message sent with it answers the first input when no bubble came before it. */
  | {
      readonly type: 'start';
      readonly at?: StartFrom | undefined;
      readonly message?: UserMessage | undefined;
    }
  /** The person or their client sent something; an absent message is legal. */
  | { readonly type: 'message'; readonly message?: UserMessage | undefined }
  /** The answer to the ask the last step ended with. */
  | { readonly type: 'answer'; readonly answer: Answer };

/**
 * What a step came to. With `ask` the turn is unfinished: `session.open` carries it, `events`, `tells` and `passed` are empty.
 * With `refusal` the call fails: nothing of the turn happened, and nothing is to be stored. Without either, they hold the whole
 * turn, and `session` is what to store.
 */
export interface Turn {
  readonly session: Session;
  readonly events: readonly TurnEvent[];
  readonly tells: readonly Tell[];
  /** What the chat came through, in order; empty in a preview. */
  readonly passed: readonly Passed[];
  readonly ask?: Ask;
  readonly refusal?: PlacedRefusal;
}

/**
 * Takes a chat from one rest to the next. Synchronous, total and deterministic: the same arguments give the same turn,
 * none of them is changed, and no flow, however broken, makes it throw.
 */
export function step(flows: Flows, session: Session, input: StepInput, env: Env): Turn {
  const draft = openDraft(
    { flows, env },
    session,
    input.type === 'answer' ? session.open : undefined,
  );
  walk(
    draft,
    input.type === 'answer' ? answered(draft, session, input.answer) : begin(draft, input),
  );
  if (!draft.open && !draft.refusal) walk(draft, firstMessageVisit(draft));
  if (draft.refusal) return { session, ...NOTHING, refusal: draft.refusal };
  return draft.open ? unfinished(draft, draft.open.ask) : finished(draft);
}

/** A session that rests nowhere has not begun, or ended without asking anything: a message begins it. */
function begin(draft: Draft, input: Exclude<StepInput, { type: 'answer' }>): Visit | undefined {
  const { message } = input;
  if (message?.command !== undefined) return commanded(draft, message.command);
  if (input.type === 'message' && draft.at) return sent(draft, draft.at, message ?? {});
  if (draft.phase === 'registered') draft.events.push(...startEvents(draft));
  draft.phase = 'running';
  draft.stack = draft.stack.slice(0, 1).map((root) => ({ ...root, continuations: [] }));
  draft.firstMessage = message;
  const place = startPlace(draft, input.type === 'start' ? input.at : undefined);
  return place && visiting(draft, place);
}

/** A command may also be the first thing that is sent. */
function commanded(draft: Draft, command: string): Visit | undefined {
  const props = draft.phase === 'registered' ? startEvents(draft) : [];
  const place = callCommand(draft, command);
  if (place) draft.events.push(...props);
  return place && visiting(draft, place);
}

function startPlace(draft: Draft, at: StartFrom | undefined): BlockPlace | undefined {
  const flow = topFlow(draft);
  if (!flow) return outOfBrokenPath(draft, 'The flow of this chat does not exist');
  if (at?.type === 'group') return toPlace(draft, { groupId: at.groupId });
  const event = at ? flow.event(at.eventId) : flow.definition.events[0];
  return throughEdge(draft, event?.outgoingEdgeId);
}

/** The pending block is told what came: an input hears it, a block that waits for the client resumes with it. */
function sent(draft: Draft, at: NonNullable<Session['at']>, message: UserMessage): Visit {
  const { groupId, index, blockId } = at;
  const spot = { groupId, index, evaluated: [] };
  draft.phase = 'running';
  if (at.waitsFor === 'client') {
    return { ...spot, call: 'resume', answer: { ok: true, value: message.text } };
  }
  draft.events.push(...heardOf(message, blockId));
  return { ...spot, call: 'hear', message };
}

/** The visit that asked, with what was learnt. */
function answered(draft: Draft, { open }: Session, answer: Answer): Visit | undefined {
  if (!open) {
    addLog(draft, { status: 'error', description: 'An answer came although nothing was asked' });
    return undefined;
  }
  if (!answer.ok && answer.isFinal && !draft.isStopped) return stopTurn(draft, answer.error);
  const { ask, visit } = open;
  if (ask.kind === 'evaluate') {
    return { ...visit, evaluated: [...visit.evaluated, ...outcomesOf(ask.expressions, answer)] };
  }
  return { ...visit, call: 'resume', answer };
}

const outcomes = z.array(
  z.union([
    z.object({ ok: z.literal(true), value: z.unknown().optional() }),
    z.object({
      ok: z.literal(false),
      error: z.string(),
      reason: z.literal('limit').optional(),
    }),
  ]),
);

function outcomesOf(expressions: readonly string[], answer: Answer): Evaluated[] {
  const given = answer.ok ? outcomes.safeParse(answer.value).data : undefined;
  const error = answer.ok ? 'No answer' : answer.error;
  return expressions.map((code, index) => ({
    code,
    answer: given?.[index] ?? { ok: false, error },
  }));
}

/**
 * A message sent with the start answers the input the walk came to, unless the bot has said something: any
 * kind of input, but one that was just prepared outside, since nobody can have paid yet.
 */
function firstMessageVisit(draft: Draft): Visit | undefined {
  const message = draft.firstMessage;
  draft.firstMessage = undefined;
  const isSilent = !draft.events.some((event) => event.kind === 'message');
  const last = draft.events.at(-1);
  const isAsked = last?.kind === 'input' && !last.input.runtimeOptions;
  return message && draft.at && isSilent && isAsked ? sent(draft, draft.at, message) : undefined;
}

function unfinished(draft: Draft, ask: Ask): Turn {
  return { session: sessionFrom(draft), ...NOTHING, ask };
}

const NOTHING = { events: [], tells: [], passed: [] } as const;

function finished(draft: Draft): Turn {
  const isEnded = draft.phase === 'ended';
  const { lastMessageNewFormat } = draft;
  saveResult(draft, isEnded);
  draft.events.push(...dynamicThemeEvents(draft.flows, draft));
  draft.events.push(...progressEvents(draft));
  draft.events.push({
    kind: 'turnEnd',
    isEnded,
    ...(lastMessageNewFormat !== undefined && { lastMessageNewFormat }),
  });
  const { events, tells, passed } = draft;
  return { session: sessionFrom(draft), events, tells, passed };
}
