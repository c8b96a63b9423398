import { readdirSync, readFileSync } from 'node:fs';
import { type Translations, translationsSchema } from '../../src/engine/documents/translations.js';
import { compileFlow, type Flow, flowDefinitionSchema } from '../../src/engine/flow/flow.js';
import type { Effect, EffectResult } from '../../src/engine/interpreter/effect.js';
import type { step } from '../../src/engine/interpreter/step.js';
import { answerOf } from './answerOf.js';
import { newSession, playOnce, runTurn } from './chat.js';
import { readChat } from './readChat.js';

const conversations = new URL('../transcripts/', import.meta.url);
const examples = new URL('../../examples/bots/', import.meta.url);

/** The names of the examples. */
export const exampleNames: readonly string[] = readdirSync(examples);

/** The flow of an example. */
export function exampleFlow(name: string): Flow {
  const sent: unknown = JSON.parse(readFileSync(new URL(name, examples), 'utf8'));
  return compileFlow(name, flowDefinitionSchema.parse({ ...Object(sent), version: '6' }));
}

/** Plays every recorded conversation, and takes its steps in this way. */
export function playConversations(take: typeof step): void {
  for (const name of readdirSync(conversations).filter((file) => file.endsWith('.chat'))) {
    const text = readFileSync(new URL(name, conversations), 'utf8');
    const { flow, options, messages } = readChat(text);
    playOnce(flow, messages, { ...options, take });
  }
}

/** How an example is played: which item each input is answered with, and how effects end. */
export interface Played {
  readonly picks: readonly number[];
  readonly answer: EffectResult;
  readonly take: typeof step;
}

/** Answers each input with one of its items, or with a text that an input of some kind accepts. */
export function playExample(flow: Flow, { picks, answer, take }: Played): void {
  const options = {
    take,
    answer: (effect: Effect) => (effect.kind === 'evaluate' ? answerOf(effect) : answer),
  };
  let turn = runTurn(() => flow, newSession(flow), { type: 'start' }, options);
  for (const pick of picks) {
    const asked = turn.events.findLast((event) => event.kind === 'input');
    const items = asked?.kind === 'input' ? (asked.input.items ?? []) : [];
    const labels = items.map(({ content, title }) => String(content ?? title));
    const texts = labels.length > 0 ? labels : TEXTS;
    const message = { text: texts[pick % texts.length] ?? '' };
    turn = runTurn(() => flow, turn.session, { type: 'message', message }, options);
  }
}

/** Texts that an input of some kind accepts. */
export const TEXTS = [
  'Ada',
  'ada@example.com',
  '2',
  '2040-05-01 to 2040-05-03',
  '15:30',
  'nothing',
];

const folder = new URL('../../examples/translations/', import.meta.url);

/** The languages that the examples are translated into. */
export const EXAMPLE_LANGUAGES: readonly string[] = ['de', 'es', 'fr', 'ja', 'ar'];

/** The translations of an example, by the name of its file: what its flow would have as `translations`. */
export function translationsOfExample(name: string): Translations {
  return translationsSchema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
