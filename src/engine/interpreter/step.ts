import { z } from 'zod';
import type { ClientReport, PlacedRefusal } from '../blocks/kind/block.js';
import { typeMember } from '../documents/commonMembers.js';
import type { UserMessage } from '../documents/userMessage.js';
import type { Flows, LocatedBlock } from '../flow/flow.js';
import { progressEvents } from '../progress/progress.js';
import type { TurnEvent } from '../reply/reply.js';
import { callCommand } from './command.js';
import { dynamicThemeEvents } from './dynamicTheme.js';
import type { Effect, EffectResult } from './effect.js';
import type { TurnRecord } from './turnRecord.js';
import type { Env } from './env.js';
import { endBrokenPath, endPath, followEdge, goToTarget } from './next.js';
import { saveResult } from './saveResult.js';
import type { BlockCall, Evaluated, PassedPart, Rest, Session } from './session.js';
import { startEvents } from './startEvents.js';
import { stopTurn } from './stopTurn.js';
import {
  addLog,
  openTurnState,
  ownFlow,
  sessionFrom,
  topFlow,
  type TurnState,
} from './turnState.js';
import { firstCall, nextCall, walk, type Visit } from './walk.js';

/** Where a preview begins instead of the start event. */
export const startFromSchema = z.discriminatedUnion('type', [
  z.object({ type: typeMember(z.literal('group')), groupId: z.string().describe('The group') }),
  z.object({ type: typeMember(z.literal('event')), eventId: z.string().describe('The event') }),
  z.object({ type: typeMember(z.literal('block')), blockId: z.string().describe('The block') }),
]);

/** Where a preview begins instead of the start event. */
export type StartFrom = z.infer<typeof startFromSchema>;

/** What happened outside the engine since the last step. */
export type StepInput =
  /** The chat begins. A message sent with it answers the first input when no bubble came before it. */
  | {
      readonly type: 'start';
      readonly at?: StartFrom | undefined;
      readonly message?: UserMessage | undefined;
    }
  /**
   * The visitor or their client sent something; a message may be absent. `streamed` is the result of the request that
   * this server made for a streaming client (`requestStream`).
   */
  | {
      readonly type: 'message';
      readonly message?: UserMessage | undefined;
      readonly streamed?: EffectResult | undefined;
    }
  /** The wait for a person has ended: they handed the chat back, or nobody came in time. */
  | { readonly type: 'handback'; readonly exit: 'back' | 'nobody'; readonly message?: undefined }
  /** The result of the effect that the last step ended with. */
  | { readonly type: 'answer'; readonly answer: EffectResult };

/**
 * The result of a step. With `effect` the turn is unfinished: `session.open` carries it, and `events`, `records` and
 * `passed` are empty. With `refusal` the call fails: nothing of the turn happened, and nothing is to be stored. Without
 * either, they hold the whole turn, and `session` is what to store.
 */
export interface StepResult {
  readonly session: Session;
  readonly events: readonly TurnEvent[];
  readonly records: readonly TurnRecord[];
  /** The blocks and edges the chat passed, in order; empty in a preview. */
  readonly passed: readonly PassedPart[];
  readonly effect?: Effect;
  readonly refusal?: PlacedRefusal;
}

/**
 * Takes a chat from one rest to the next (docs/engine-rules.md, "A turn"). Synchronous, total and deterministic: the
 * same arguments give the same result, none of them is changed, and no flow, however broken, makes it throw.
 */
export function step(flows: Flows, session: Session, input: StepInput, env: Env): StepResult {
  return stepWith({ flows, env, visit: nextCall }, session, input);
}

/** What a step is taken with. */
export interface StepAround {
  readonly flows: Flows;
  readonly env: Env;
  /** Makes the visits of blocks: `nextCall`, or a visit that calls it and looks at the turn as well. */
  readonly visit: Visit;
}

/** Takes a step as `step` does, with any visit. */
export function stepWith(
  { visit, ...around }: StepAround,
  session: Session,
  input: StepInput,
): StepResult {
  const turn = openTurnState(around, session, input.type === 'answer' ? session.open : undefined);
  const from =
    input.type === 'answer' ? answerCall(turn, session, input.answer) : begin(turn, input);
  walk(turn, from, visit);
  if (turn.firstMessage && !turn.open && !turn.refusal) {
    walk(turn, firstMessageCall(turn, turn.firstMessage), visit);
  }
  if (turn.refusal) return { session, ...NOTHING, refusal: turn.refusal };
  return turn.open ? unfinished(turn, turn.open.effect) : finished(turn);
}

/** A session without a rest has not begun, or ended without an input: a message begins it. */
function begin(
  turn: TurnState,
  input: Exclude<StepInput, { type: 'answer' }>,
): BlockCall | undefined {
  const { message } = input;
  if (message?.command !== undefined) return commandCall(turn, message.command);
  if (input.type === 'message' && turn.at) return messageCall(turn, turn.at, input);
  if (input.type === 'handback' && turn.at) return reportCall(turn, turn.at, { value: input.exit });
  if (turn.phase === 'registered') turn.events.push(...startEvents(turn));
  turn.phase = 'running';
  turn.stack = turn.stack.slice(0, 1).map((root) => ({ ...root, continuations: [] }));
  turn.firstMessage = message;
  const place = startPlace(turn, input.type === 'start' ? input.at : undefined);
  return place && firstCall(turn, place);
}

/** A command may also be the first thing that is sent. */
function commandCall(turn: TurnState, command: string): BlockCall | undefined {
  const starting = turn.phase === 'registered' ? startEvents(turn) : [];
  const place = callCommand(turn, command);
  if (place) turn.events.push(...starting);
  return place && firstCall(turn, place);
}

function startPlace(turn: TurnState, at: StartFrom | undefined): LocatedBlock | undefined {
  const flow = topFlow(turn);
  if (!flow) return endBrokenPath(turn, 'The flow of this chat does not exist');
  if (at?.type === 'group') return goToTarget(turn, { groupId: at.groupId });
  if (at?.type === 'block') return flow.block(at.blockId) ?? endPath(turn);
  const event = at ? flow.event(at.eventId) : flow.definition.events[0];
  return followEdge(turn, event?.outgoingEdgeId);
}

/** Resumes the pending block with what its client reports, or with how the wait for a person ended. */
function reportCall(
  turn: TurnState,
  { groupId, index }: Rest,
  report: Pick<ClientReport, 'value' | 'streamed'>,
): BlockCall {
  turn.phase = 'running';
  const answer = { ok: true, ...report, isReport: true } as const;
  return { groupId, index, evaluated: [], method: 'resume', answer };
}

/**
 * Calls the pending block with the message: an input parses it, a block that waits for the client or a person resumes with it. What is sent
 * to one that waits for a person is an answer only in a preview.
 */
function messageCall(
  turn: TurnState,
  at: Rest,
  { message = {}, streamed }: Omit<Extract<StepInput, { type: 'message' }>, 'type'>,
): BlockCall {
  const { groupId, index, blockId, memo, waitsFor } = at;
  if (waitsFor === 'client') return reportCall(turn, at, { value: message.text, streamed });
  turn.events.push(...receivedEvents(message, blockId));
  if (waitsFor === 'agent') return reportCall(turn, at, { value: message.text });
  turn.phase = 'running';
  return {
    groupId,
    index,
    evaluated: [],
    method: 'parseReply',
    message: memo === undefined ? message : { ...message, memo },
  };
}

/**
 * The events that record a message and the input it was sent to; none when the message holds no text, choice or
 * recording.
 */
export function receivedEvents(message: UserMessage, blockId?: string): TurnEvent[] {
  const { attachedFileUrls: files } = message;
  const text = message.text ?? message.replyId ?? message.audioUrl;
  if (text === undefined) return [];
  const place = blockId !== undefined && { blockId };
  return [{ kind: 'heard', ...place, text, ...(files?.length && { attachedFileUrls: files }) }];
}

/** The call that requested the effect, with its result. */
function answerCall(
  turn: TurnState,
  { open }: Session,
  answer: EffectResult,
): BlockCall | undefined {
  if (!open) {
    addLog(turn, {
      status: 'error',
      description: 'A result arrived although no effect was requested',
    });
    return undefined;
  }
  if (!answer.ok && answer.isFinal && !turn.isStopped) return stopTurn(turn, answer.error);
  const { effect, blockCall } = open;
  if (effect.kind === 'pause') return blockCall;
  if (effect.kind === 'evaluate') {
    return {
      ...blockCall,
      evaluated: [...blockCall.evaluated, ...outcomesOf(effect.expressions, answer)],
    };
  }
  return blockCall.method === 'parseReply'
    ? { ...blockCall, message: { ...blockCall.message, checked: answer } }
    : { ...blockCall, method: 'resume', answer };
}

const outcomes = z.array(
  z.union([
    z.object({ ok: z.literal(true), value: z.unknown().optional() }),
    z.object({ ok: z.literal(false), error: z.string(), reason: z.literal('limit').optional() }),
  ]),
);

function outcomesOf(expressions: readonly string[], answer: EffectResult): Evaluated[] {
  const given = answer.ok ? outcomes.safeParse(answer.value).data : undefined;
  const error = answer.ok ? 'No result' : answer.error;
  return expressions.map((code, index) => ({
    code,
    answer: given?.[index] ?? { ok: false, error },
  }));
}

/**
 * A message sent with the start answers the input at which the walk rests, unless the bot has sent something. Inputs of
 * any kind accept it except one that was just prepared outside, such as a payment, which nobody can have made yet.
 */
function firstMessageCall(turn: TurnState, message: UserMessage): BlockCall | undefined {
  turn.firstMessage = undefined;
  const isSilent = !turn.events.some((event) => event.kind === 'message');
  const last = turn.events.at(-1);
  const isAsked = last?.kind === 'input' && !last.input.runtimeOptions;
  return turn.at && isSilent && isAsked ? messageCall(turn, turn.at, { message }) : undefined;
}

function unfinished(turn: TurnState, effect: Effect): StepResult {
  return { session: sessionFrom(turn), ...NOTHING, effect };
}

const NOTHING = { events: [], records: [], passed: [] } as const;

function finished(turn: TurnState): StepResult {
  const isEnded = turn.phase === 'ended';
  const { lastMessageNewFormat } = turn;
  saveResult(turn, isEnded);
  const own = ownFlow(turn);
  if (own && own.dynamicAddresses.length > 0) {
    turn.events.push(...dynamicThemeEvents(turn.flows, turn));
  }
  if (own?.showsProgress) turn.events.push(...progressEvents(turn));
  turn.events.push({
    kind: 'turnEnd',
    isEnded,
    ...(lastMessageNewFormat !== undefined && { lastMessageNewFormat }),
  });
  const { events, records, settings } = turn;
  const passed = settings.isPreview ? [] : turn.passed;
  return { session: sessionFrom(turn), events, records, passed };
}
