import { acceptAnswer } from './acceptReply.js';
import type { Heard, Here } from '../blocks/kind/block.js';
import { kindOf } from '../blocks/index.js';
import { carryOut } from './applyResult.js';
import { addLog, topFlow, topFrame, type Draft } from './turnState.js';
import type { BlockPlace } from '../flow/flow.js';
import { frozen } from './frozen.js';
import { viewFrom } from './blockContext.js';
import { oncePer } from './oncePer.js';
import { onward, outOfBrokenPath, type NextBlock } from './next.js';
import { spotIn } from './position.js';
import { callReplyEvent, replyEventOf } from './replyEvent.js';
import { textContent } from '../reply/textContent.js';
import { MAX_FILLED_LENGTH } from './fillLimit.js';
import { argsOf } from '../scripts/script.js';
import type { Visit } from './session.js';
import type { UserMessage } from '../documents/userMessage.js';
import { MAX_WORK_PER_TURN, stepsToHandOver, type Work } from './budget.js';

/**
 * Calls a block and does what it wants; gives the block to enter next, if any.
 * When the block needed expressions that are not known yet, its wish is dropped, the draft is left with one ask for all
 * of them, and the same visit is made again with the answers.
 */
export function makeVisit(draft: Draft, visit: Visit): NextBlock | undefined {
  const flow = topFlow(draft);
  const place = spotIn(flow, visit);
  if (!flow || !place)
    return outOfBrokenPath(draft, 'The block this chat was at does not exist any more');
  const frame = topFrame(draft);
  const { env, settings, transcript, work } = draft;
  const { evaluated } = visit;
  chargeForAnswers(visit, work);
  const { here, unknown, bound, room } = viewFrom({
    env,
    flow,
    frame,
    settings,
    transcript,
    evaluated,
    work,
  });
  const act = callBlock(place, visit, here);
  draft.charactersMade += room.length();
  if (unknown.size === 0) {
    if (room.isCut()) addLog(draft, { status: 'error', description: CUT });
    logLimits(draft, visit);
    return act(draft);
  }
  const expressions = [...unknown];
  expressions.forEach((code) => work.charge(code.length));
  work.charge(frame.variables.length);
  const variables = argsOf(expressions, { flow, frame }).filter(({ id }) => !bound.has(id));
  const args = [...variables, ...bound.values()];
  const { timeZone } = settings;
  const zone = timeZone !== undefined && { timeZone };
  work.charge(stepsToHandOver(args));
  draft.open = { ask: { kind: 'evaluate', expressions, args, ...zone }, visit };
  return undefined;
}

/** What the outside answered to this visit; what was answered to the call before is charged again, as it is read again. */
function chargeForAnswers(visit: Visit, work: Work): void {
  for (const { answer } of visit.evaluated) work.charge(stepsToHandOver(answer));
  if (visit.call === 'resume') work.charge(stepsToHandOver(visit.answer));
}

const CUT = `Values longer than ${MAX_FILLED_LENGTH} characters in all were cut`;

/** Inline code that fails gives its text, but that the sandbox stopped it must not go unseen. */
function logLimits(draft: Draft, { evaluated }: Visit): void {
  for (const { answer } of evaluated) {
    if (answer.ok || answer.reason !== 'limit') continue;
    addLog(draft, { status: 'error', description: `Inline code was stopped: ${answer.error}` });
  }
}

/** What a block said, ready to be done. */
type Act = (draft: Draft) => NextBlock | undefined;

/** A stored block as its kind wants it: read when a chat first comes to it, since the blocks of a flow never change. */
const readBlock = oncePer((block: BlockPlace['block']) => {
  const { success, data } = kindOf(block.type).schema.safeParse(block);
  return success ? frozen(data) : undefined;
});

/**
 * The steps it takes to read a block, by the values in it. They are charged for each visit, although the block is read once,
 * so that a turn costs the same whichever chat comes first. Counting stops at the work of a turn.
 */
const stepsToRead = oncePer((block: BlockPlace['block']) => {
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

function callBlock(place: BlockPlace, visit: Visit, here: Here): Act {
  const kind = kindOf(place.block.type);
  here.charge(stepsToRead(place.block));
  const block = readBlock(place.block);
  if (block === undefined) return skipMisshapen(place);
  if (visit.call === 'hear') {
    const heard = kind.hear?.(visit.message, block, here) ?? { heard: 'skipped' };
    return actOnHeard(place, { ...visit, heard }, here);
  }
  const move =
    visit.call === 'enter'
      ? kind.enter(block, here)
      : (kind.resume?.({ ...visit.answer, memo: visit.memo }, block, here) ?? {
          go: 'next' as const,
        });
  return (draft) => carryOut(draft, place, move);
}

/** A message an input was told, and how it took it. */
interface HeardVisit {
  readonly message: UserMessage;
  readonly isResubmitted?: true;
  readonly heard: Heard;
}

function actOnHeard(
  place: BlockPlace,
  { message, heard, isResubmitted }: HeardVisit,
  here: Here,
): Act {
  const called = replyEventOf(here.flow, heard, isResubmitted);
  if (called) return (draft) => callReplyEvent(draft, place, { ...called, message });
  switch (heard.heard) {
    case 'accepted':
      return (draft) =>
        carryOut(draft, place, acceptAnswer(draft, { flow: here.flow, place, message, heard }));
    case 'skipped':
      return (draft) => onward(draft, place);
    case 'refused':
      return askAgain(place, heard.retry ?? invalidMessage(here));
  }
}

/** Says why, under the input's id, and enters the input again. */
function askAgain(place: BlockPlace, retry: string): Act {
  const content = textContent([{ type: 'p', children: [{ text: retry }] }]);
  return (draft) => {
    draft.events.push({ kind: 'message', message: { id: place.block.id, type: 'text', content } });
    return { ...place, isBack: true };
  };
}

/** The bot's own words; the usual ones where it has none, or an empty text. */
function invalidMessage(here: Here): string {
  const stored = here.flow.definition.settings.general?.systemMessages?.invalidMessage;
  return here.text(stored ?? '') || 'Invalid message. Please, try again.';
}

function skipMisshapen(place: BlockPlace): Act {
  const description = `Skipped block ${place.block.id}: it is not a well-formed "${place.block.type}"`;
  return (draft) => {
    addLog(draft, { status: 'error', description });
    return onward(draft, place);
  };
}
