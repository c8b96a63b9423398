import { z } from 'zod';
import type { BubbleType } from '../blocks/index.js';
import { cleanText } from '../text/cleanText.js';
import type { TurnState } from '../interpreter/turnState.js';
import type { Message } from '../reply/reply.js';
import { markdownOf } from '../text/richTextMarkdown.js';
import { richTextNodeSchema } from '../text/richTextNode.js';

/** The maximum length of a transcript in characters; of a longer one the beginning is left out. */
export const MAX_TRANSCRIPT_LENGTH = 200_000;

/** Adds a message of the bot to the transcript: texts as Markdown, media by their address. */
export function noteMessage(turn: TurnState, { type, content }: Message): void {
  for (const [kind, textOf] of Object.entries(spoken)) {
    if (kind === type) note(turn, 'Assistant', textOf(content));
  }
}

/** Adds an accepted answer to it, as it is stored. */
export function noteAnswer(turn: TurnState, answer: string): void {
  note(turn, 'User', answer);
}

function note(turn: TurnState, speaker: string, text: string): void {
  if (text === '') return;
  const entry = `${speaker}: "${cleanText(text)}"`;
  const whole = turn.transcript === undefined ? entry : `${turn.transcript}\n\n${entry}`;
  if (whole.length > MAX_TRANSCRIPT_LENGTH) turn.budget.charge(CUT_STEPS);
  turn.transcript =
    whole.length > MAX_TRANSCRIPT_LENGTH
      ? whole.slice(-MAX_TRANSCRIPT_LENGTH).toWellFormed()
      : whole;
}

/** The steps it takes to copy a whole transcript. */
const CUT_STEPS = 4_000;

const richTextSchema = z.array(richTextNodeSchema).catch([]);

type Content = Message['content'];

const addressIn = ({ url }: Content): string => String(url ?? '');

/** What the bot says with each kind of bubble. */
const spoken: Readonly<Record<BubbleType, (content: Content) => string>> = {
  text: ({ richText }) => markdownOf(richTextSchema.parse(richText)),
  image: addressIn,
  video: addressIn,
  audio: addressIn,
  // An embedded page has no text.
  embed: () => '',
};
