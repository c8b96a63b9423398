import { z } from 'zod';

/** The part of an answer that has arrived. */
export interface Completion {
  readonly text: string;
  readonly usage: Usage;
  /** The service has marked the end of the answer. */
  readonly isWhole: boolean;
  /** The error that the service reported, or that its format shows. */
  readonly error?: string;
}

/** The number of tokens of an answer, as far as the service reports it. */
export interface Usage {
  readonly total_tokens?: number | null | undefined;
  readonly prompt_tokens?: number | null | undefined;
  readonly completion_tokens?: number | null | undefined;
}

/** Parses an answer in the format of OpenAI's chat completions. */
export interface CompletionReader {
  /** Parses the next piece of a stream of events, cut anywhere. */
  push(text: string): void;
  /** Parses an answer that came in one piece. */
  read(document: string): void;
  /** The answer so far. */
  soFar(): Completion;
}

const said = z.looseObject({ content: z.string().nullish() }).nullish();
const count = z.number().nullish();
const choiceSchema = z.looseObject({
  delta: said,
  message: said,
  finish_reason: z.string().nullish(),
});
const documentSchema = z.looseObject({
  choices: z.array(choiceSchema).nullish(),
  usage: z
    .looseObject({ total_tokens: count, prompt_tokens: count, completion_tokens: count })
    .nullish(),
  error: z.unknown().optional(),
});

const UNKNOWN_FORM = 'it answered in a form that is not known here';

/** Opens a reader; `onText` is called with every piece of text as it is parsed, always of whole characters. */
export function readCompletion(onText: (text: string) => void): CompletionReader {
  const wholeCharacters = keepWhole();
  let line = '';
  let now: Completion = { text: '', usage: {}, isWhole: false };
  const read = (document: string): void => {
    if (now.error !== undefined) return;
    const { content, usage, isLast, error } = partIn(document);
    const text = wholeCharacters(content);
    now = {
      text: now.text + text,
      usage: usage ?? now.usage,
      isWhole: now.isWhole || isLast,
      ...(error !== undefined && { error }),
    };
    if (text !== '') onText(text);
  };
  return {
    read,
    soFar: () => now,
    push(text) {
      const lines = (line + text).split(/\r\n|\n|\r/);
      line = lines.pop() ?? '';
      for (const one of lines) {
        const data = one.startsWith('data:') ? one.slice('data:'.length).trimStart() : '';
        if (data === '[DONE]') now = { ...now, isWhole: true };
        else if (data) read(data);
      }
    },
  };
}

/** One document of an answer: a piece of a stream, or the whole. */
interface Part {
  readonly content: string;
  readonly usage: Usage | null | undefined;
  readonly isLast: boolean;
  readonly error: string | undefined;
}

function partIn(document: string): Part {
  const { data } = documentSchema.safeParse(parsed(document));
  if (!data) return { content: '', usage: undefined, isLast: false, error: UNKNOWN_FORM };
  const [choice] = data.choices ?? [];
  const text = choice?.delta ?? choice?.message;
  return {
    content: text?.content ?? '',
    usage: data.usage,
    isLast: isLastOf(choice),
    error: data.error ? messageIn(document) : undefined,
  };
}

function isLastOf(choice: z.infer<typeof choiceSchema> | undefined): boolean {
  return Boolean(choice?.finish_reason ?? choice?.message);
}

/** The error message of a service, where it uses one of the usual formats. */
export function messageIn(document: string): string {
  const found = failureSchema.safeParse(parsed(document)).data;
  const { error, message } = found ?? {};
  return (typeof error === 'string' ? error : error?.message) ?? message ?? 'no reason was given';
}

const failureSchema = z.looseObject({
  error: z.union([z.string(), z.looseObject({ message: z.string().nullish() })]).nullish(),
  message: z.string().nullish(),
});

function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return undefined;
  }
}

/** Holds half a surrogate pair back until its other half arrives; drops characters that PostgreSQL refuses. */
function keepWhole(): (piece: string) => string {
  let half = '';
  return (piece) => {
    const text = half + piece;
    half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
    return text
      .slice(0, text.length - half.length)
      .toWellFormed()
      .replaceAll('\0', '');
  };
}
