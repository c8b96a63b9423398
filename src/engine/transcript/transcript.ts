import { z } from 'zod';
import { cleanText } from '../text/cleanText.js';
import type { TurnState } from '../interpreter/turnState.js';
import type { Message } from '../reply/reply.js';
import { markdownOf } from '../text/richTextMarkdown.js';
import { richTextNodeSchema } from '../text/richTextNode.js';

/** Characters of a transcript that are kept; of a longer one the beginning is left out. */
export const MAX_TRANSCRIPT_LENGTH = 200_000;

/** Notes what the bot said, if the chat keeps a transcript: texts as Markdown, media by their address. */
export function noteMessage(turn: TurnState, message: Message): void {
  if (isKept(turn)) note(turn, 'Assistant', spoken(message));
}

/** Notes an answer that was taken, as it was stored. */
export function noteAnswer(turn: TurnState, answer: string): void {
  if (isKept(turn)) note(turn, 'User', answer);
}

/** Other bots are come to from the first one, so that one decides. */
function isKept({ stack, flows }: TurnState): boolean {
  return stack.some(({ flowId }) => flows(flowId)?.keepsTranscript);
}

function note(turn: TurnState, speaker: string, text: string): void {
  if (text === '') return;
  const entry = `${speaker}: "${cleanText(text)}"`;
  const whole = turn.transcript === '' ? entry : `${turn.transcript}\n\n${entry}`;
  if (whole.length > MAX_TRANSCRIPT_LENGTH) turn.budget.charge(CUT_STEPS);
  turn.transcript =
    whole.length > MAX_TRANSCRIPT_LENGTH
      ? whole.slice(-MAX_TRANSCRIPT_LENGTH).toWellFormed()
      : whole;
}

/** The steps it takes to copy a whole transcript. */
const CUT_STEPS = 4_000;

const richTextSchema = z.array(richTextNodeSchema).catch([]);
const MEDIA_TYPES = new Set(['image', 'video', 'audio']);

/** Embedded pages say nothing. */
function spoken({ type, content }: Message): string {
  if (type === 'text') return markdownOf(richTextSchema.parse(content['richText']));
  return MEDIA_TYPES.has(type) ? String(content['url'] ?? '') : '';
}
