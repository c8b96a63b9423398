import { enumOf } from './enums.js';

/** What an entry of a trace tells of. */
export const TraceKind = enumOf('TraceKind', 'What an entry of a trace tells of.', {
  STATE: 'The whole state was kept, so that later turns can be followed from it.',
  BEGAN: 'The turn began.',
  EDITED: 'A person changed variables while the turn was paused.',
  BLOCK: 'A block was visited.',
  EFFECT: 'Something was done outside for a block.',
  ENDED: 'The turn ended.',
});
export type TraceKind = keyof typeof TraceKind;

/** What a block was called for. */
export const TraceCall = enumOf('TraceCall', 'What a block was called for.', {
  ENTER: 'The chat came to it.',
  REPLY: 'It was given what the visitor sent.',
  RESULT: 'It was given the result of its effect, or the report of the client.',
});
export type TraceCall = keyof typeof TraceCall;

/** How a chat went on from a block: the words of the engine's `Way`. */
export const TraceWay = enumOf('TraceWay', 'How a chat went on from a block.', {
  EDGE: 'Along an edge.',
  NEXT_IN_GROUP: 'To the next block of the group.',
  JUMP: 'To the target of a jump, a command or an event.',
  BOT_LINK: 'Into another bot, or the same one again.',
  RETURNED: 'Back to where a jump, a command or an event came from.',
  CONTINUED: 'Its path had ended, so to where an earlier path goes on.',
  AGAIN: 'To the same block.',
  STOPPED: 'It was stopped for a limit, and went back to the last input.',
  WAITS: 'It waits there for the visitor or the client.',
  EFFECT: 'It waits there for something to be done outside.',
  ENDED: 'Its last path had ended, and with it the chat.',
  REFUSED: 'The block refused the call.',
});
export type TraceWay = keyof typeof TraceWay;

/** What a change in a trace is of. */
export const TraceChangeKind = enumOf('TraceChangeKind', 'What a change in a trace is of.', {
  VARIABLE: 'A variable.',
  ANSWER: 'An answer, under the name it is shown by.',
  STATE: 'Anything else that a chat remembers, such as where it waits.',
});
export type TraceChangeKind = keyof typeof TraceChangeKind;

/** How far a paused turn goes on. */
export const StepTo = enumOf('StepTo', 'How far a paused turn goes on.', {
  NEXT_BLOCK: 'To the next block.',
  BREAKPOINT: 'To the next breakpoint.',
});
export type StepTo = keyof typeof StepTo;
