import type { Shown } from './transports.js';
import { recordAt } from './parts.js';

/** One Server-Sent Event. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Shown;
}

/** An open stream of Server-Sent Events. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  readonly seen: SentEvent[];
  /** The whole text so far, including comments. */
  text(): string;
  /** Resolves when the server ends the stream. */
  readonly done: Promise<void>;
  /** Resolves as soon as so many events have arrived. */
  until(count: number): Promise<void>;
  stop(): void;
}

/** Opens a stream and reads it until either side ends it. */
export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const aborted = new AbortController();
  const response = await fetch(url, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: aborted.signal,
  });
  const seen: SentEvent[] = [];
  let text = '';
  let notify = (): void => undefined;
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() ?? '';
      seen.push(...blocks.flatMap(eventIn));
      notify();
    }
  };
  const done = read().finally(() => notify());
  done.catch(() => undefined);
  return {
    status: response.status,
    headers: response.headers,
    seen,
    text: () => text,
    done,
    async until(count) {
      while (seen.length < count) await new Promise<void>((resolve) => (notify = resolve));
    },
    stop: () => aborted.abort(),
  };
}

function eventIn(block: string): SentEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w*): (.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return [];
  return [
    {
      id: fields.get('id'),
      event: fields.get('event') ?? 'message',
      data: recordAt(JSON.parse(data)),
    },
  ];
}
