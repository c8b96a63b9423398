import type { ChatEvent } from './chat.js';
import { connectionLost, failureOf } from './failure.js';
import { authorizationOf } from './server.js';
import type { Watch } from './watchChat.js';

/** The milliseconds after which a silent stream counts as lost: while nothing happens, the server sends a comment every 15 s. */
const SILENT_FOR = 45_000;
/** The same after a page has slept, so that a connection that was lost meanwhile is noticed soon. */
const SILENT_ON_WAKE = 20_000;

/** The events of a chat after a number, over Server-Sent Events. */
export async function* readEventStream(
  watch: Watch,
  after: number,
): AsyncGenerator<ChatEvent, void> {
  const lost = new AbortController();
  const stop = (): void => lost.abort();
  watch.signal?.addEventListener('abort', stop, { once: true });
  const silence = watchSilence(watch, stop);
  try {
    const response = await open(watch, after, lost.signal);
    // No event will follow: the chat has ended.
    if (response.status === 204) return;
    for await (const { event, data } of sentEvents(response, silence)) {
      const sent: unknown = JSON.parse(data);
      if (event === 'error') throw failureOf(sent);
      // The data of any other event is of this type.
      yield sent as ChatEvent;
    }
    throw connectionLost('The stream ended');
  } finally {
    silence.end();
    watch.signal?.removeEventListener('abort', stop);
    stop();
  }
}

interface Silence {
  /** Starts the timer again. */
  begin(): void;
  /** Stops the timer, while nothing is read. */
  end(): void;
}

/** Calls `stop` when nothing has arrived for long. */
function watchSilence({ retry }: Watch, stop: () => void): Silence {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forget: (() => void) | undefined;
  const end = (): void => {
    clearTimeout(timer);
    forget?.();
  };
  const begin = (): void => {
    end();
    const since = Date.now();
    timer = setTimeout(stop, SILENT_FOR);
    forget = retry?.onWake?.(() => Date.now() - since > SILENT_ON_WAKE && stop());
  };
  begin();
  return { begin, end };
}

async function open(watch: Watch, after: number, signal: AbortSignal): Promise<Response> {
  const { url, sessionId } = watch;
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/events?after=${after}`;
  const headers = { accept: 'text/event-stream', ...(await authorizationOf(watch)) };
  const response = await fetch(url.replace(/\/$/, '') + path, { headers, signal });
  if (response.ok) return response;
  throw failureOf(await response.json().catch(() => undefined), response.status >= 500);
}

interface SentEvent {
  readonly event: string;
  readonly data: string;
}

/** The events of a stream as they arrive. */
async function* sentEvents(response: Response, silence: Silence): AsyncGenerator<SentEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    silence.begin();
    const { done, value } = (await reader?.read()) ?? { done: true };
    silence.end();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(fieldOf));
      const data = fields.get('data');
      if (data !== undefined) yield { event: fields.get('event') ?? 'message', data };
    }
  }
}

/** The name and value of a line `name: value`; a comment has an empty name. */
function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
}
