import { acceptReply } from './answers.js';
import type { ParsedReply, BlockContext, ReplyInput } from '../blocks/kind/block.js';
import { kindOf } from '../blocks/index.js';
import { allowedEffect, RESTRICTED } from './allowedEffects.js';
import { applyResult } from './applyResult.js';
import { addLog, topFlow, topFrame, type TurnState } from './turnState.js';
import type { LocatedBlock } from '../flow/flow.js';
import { frozen, oncePer } from '../documents/oncePer.js';
import { openBlockContext } from './blockContext.js';
import { nextBlock, endBrokenPath, type NextBlock } from './next.js';
import { findPosition } from '../flow/position.js';
import { callReplyEvent, replyEventOf } from './replyEvent.js';
import { textContent } from '../reply/textContent.js';
import { MAX_FILLED_LENGTH } from '../text/template.js';
import { argsOf } from '../scripts/script.js';
import type { Effect } from './effect.js';
import type { Log } from '../reply/reply.js';
import type { BlockCall } from './session.js';
import { MAX_WORK_PER_TURN, stepsToHandOver, type Budget } from './budget.js';

/**
 * Calls a block and applies its result; returns the block to enter next, if any. When the block needed expressions
 * whose values are not known yet, its result is dropped, the turn stops with one effect for all of them, and the same
 * call is made again with their results.
 */
export function makeBlockCall(turn: TurnState, call: BlockCall): NextBlock | undefined {
  const flow = topFlow(turn);
  const place = findPosition(flow, call);
  if (!flow || !place)
    return endBrokenPath(turn, 'The block this chat was at does not exist any more');
  turn.called = place;
  const frame = topFrame(turn);
  const { env, settings, transcript = '', budget } = turn;
  const { evaluated } = call;
  chargeForAnswers(call, budget);
  const { context, unknown, bound, filled } = openBlockContext({
    env,
    flow,
    frame,
    settings,
    transcript,
    evaluated,
    budget,
  });
  const act = callKind(place, call, context);
  turn.charactersMade += filled.length;
  if (unknown.size === 0) {
    if (filled.length > MAX_FILLED_LENGTH) addLog(turn, { status: 'error', description: CUT });
    if (evaluated.length > 0) logLimits(turn, call);
    return act(turn);
  }
  const expressions = [...unknown];
  expressions.forEach((code) => budget.charge(code.length));
  budget.charge(frame.variables.length);
  const variables = argsOf(expressions, { flow, frame }).filter(({ id }) => !bound.has(id));
  const args = [...variables, ...bound.values()];
  const { timeZone } = settings;
  const zone = timeZone !== undefined && { timeZone };
  budget.charge(stepsToHandOver(args));
  turn.open = { effect: { kind: 'evaluate', expressions, args, ...zone }, blockCall: call };
  return undefined;
}

/**
 * Charges for the effect results that this call reads. Results of an earlier attempt are charged again, because they
 * are read again.
 */
function chargeForAnswers(call: BlockCall, budget: Budget): void {
  for (const { answer } of call.evaluated) budget.charge(stepsToHandOver(answer));
  if (call.method === 'resume') budget.charge(stepsToHandOver(call.answer));
  if (call.method === 'parseReply' && call.message.checked) {
    budget.charge(stepsToHandOver(call.message.checked));
  }
}

const CUT = `Values longer than ${MAX_FILLED_LENGTH} characters in all were cut`;

/** Inline code that fails yields its text silently, but a stop by the sandbox is logged. */
function logLimits(turn: TurnState, { evaluated }: BlockCall): void {
  for (const { answer } of evaluated) {
    if (answer.ok || answer.reason !== 'limit') continue;
    addLog(turn, { status: 'error', description: `Inline code was stopped: ${answer.error}` });
  }
}

/** The result of a block, ready to be applied. */
type Act = (turn: TurnState) => NextBlock | undefined;

/** The block as parsed by the schema of its kind; parsed once, because the blocks of a flow never change. */
export const readBlock = oncePer((block: LocatedBlock['block']) => {
  const { success, data } = kindOf(block.type).schema.safeParse(block);
  return success ? frozen(data) : undefined;
});

/**
 * The steps it takes to parse a block, by the number of values in it. They are charged for each visit, although the
 * block is parsed once, so that a turn costs the same whichever chat visits the block first. Counting stops at the
 * budget of a turn.
 */
const stepsToRead = oncePer((block: LocatedBlock['block']) => {
  let values = 0;
  const waiting: unknown[] = [block];
  for (; waiting.length > 0 && values * VALUE_STEPS <= MAX_WORK_PER_TURN; values += 1) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) waiting.push(member);
  }
  return values * VALUE_STEPS;
});

const VALUE_STEPS = 60;

function callKind(place: LocatedBlock, call: BlockCall, context: BlockContext): Act {
  const kind = kindOf(place.block.type);
  context.charge(stepsToRead(place.block));
  const block = readBlock(place.block);
  if (block === undefined) return skipMisshapen(place);
  if (call.method === 'parseReply') {
    const parsed = kind.parseReply?.(call.message, block, context) ?? { outcome: 'skipped' };
    if (parsed.outcome === 'unchecked') return check(place, call, parsed.effect);
    return actOnReply(place, { ...call, parsed }, context);
  }
  const result =
    call.method === 'enter'
      ? kind.enter(block, context)
      : (kind.resume?.({ ...call.answer, memo: call.memo }, block, context) ?? {
          go: 'next' as const,
        });
  return (turn) => applyResult(turn, place, result);
}

/** Requests the effect with which a reply is checked. One that this chat may not run fails at once. */
function check(place: LocatedBlock, call: ReplyCall, effect: Effect): Act {
  return (turn) => {
    const allowed = allowedEffect(turn.settings, effect);
    if (!allowed) {
      const checked = { ok: false, error: RESTRICTED } as const;
      return { ...place, message: { ...call.message, checked }, isBack: true };
    }
    turn.budget.charge(stepsToHandOver(allowed));
    turn.open = { effect: allowed, blockCall: call };
    return undefined;
  };
}

type ReplyCall = Extract<BlockCall, { method: 'parseReply' }>;

/** Logs why a reply was rejected, and then acts on the reply. */
function withLogs(logs: readonly Log[], act: Act): Act {
  return (turn) => {
    for (const log of logs) addLog(turn, log);
    return act(turn);
  };
}

/** A message and the reply an input parsed from it. */
interface ParsedCall {
  readonly message: ReplyInput;
  readonly isResubmitted?: true;
  readonly parsed: Exclude<ParsedReply, { outcome: 'unchecked' }>;
}

function actOnReply(place: LocatedBlock, reply: ParsedCall, context: BlockContext): Act {
  const { message, parsed, isResubmitted } = reply;
  if (parsed.outcome === 'rejected' && parsed.logs) {
    const { logs, ...plain } = parsed;
    return withLogs(logs, actOnReply(place, { ...reply, parsed: plain }, context));
  }
  if (parsed.outcome === 'refused') {
    return (turn) => applyResult(turn, place, { go: 'refuse', refusal: parsed.refusal });
  }
  const { flow } = context;
  const called = flow.hasReplyEvents ? replyEventOf(flow, parsed, isResubmitted) : undefined;
  if (called) return (turn) => callReplyEvent(turn, place, { ...called, message });
  switch (parsed.outcome) {
    case 'accepted':
      return (turn) =>
        applyResult(turn, place, acceptReply(turn, { flow, place, message, parsed }));
    case 'skipped':
      return (turn) => nextBlock(turn, place);
    case 'rejected':
      return askAgain(place, parsed.retry ?? invalidMessage(context));
  }
}

/** Sends the retry message, with the id of the input, and enters the input again. */
function askAgain(place: LocatedBlock, retry: string): Act {
  const content = textContent([{ type: 'p', children: [{ text: retry }] }]);
  return (turn) => {
    turn.events.push({ kind: 'message', message: { id: place.block.id, type: 'text', content } });
    return { ...place, isBack: true };
  };
}

/** The retry message of the bot, or the default where it has none or an empty one. */
function invalidMessage(context: BlockContext): string {
  const stored = context.flow.definition.settings.general?.systemMessages?.invalidMessage;
  return context.text(stored ?? '') || 'Invalid message. Please, try again.';
}

function skipMisshapen(place: LocatedBlock): Act {
  const description = `Skipped block ${place.block.id}: it is not a well-formed "${place.block.type}"`;
  return (turn) => {
    addLog(turn, { status: 'error', description });
    return nextBlock(turn, place);
  };
}
