import { get } from 'node:http';
import WebSocket from 'ws';

/** What is watched, through which transport of which server, and from where. */
export interface Watched {
  readonly port: number;
  readonly transport: Transport;
  readonly sessionId: string;
  /** The number of the last event already received. */
  readonly after: number;
}

/** The transports that push events. */
export const transports = ['socket', 'stream'] as const;
export type Transport = (typeof transports)[number];

/** One connection that receives the events of a chat. */
export interface Following {
  /** Cuts it off without closing it. */
  cut(): void;
  /** Stops reading, or resumes; what is sent meanwhile waits. */
  pause(): void;
  resume(): void;
  /**
   * Resolves when it is over, with the last message: a close code with its reason; for a stream an error event, or that
   * it ended cleanly and when to reconnect, or nothing if it broke off.
   */
  readonly ended: Promise<string>;
}

/** Called with the number of each event as it arrives, and whether it is the end of a turn. */
type OnEvent = (seq: number, isEnd: boolean) => void;

/** Opens a connection that reads the events of a chat. */
export function follow(watched: Watched, onSeq: OnEvent): Following {
  return watched.transport === 'socket' ? openSocket(watched, onSeq) : openStream(watched, onSeq);
}

const QUERY = `subscription ($id: ID!, $after: Int!) {
  chatEvents(sessionId: $id, after: $after) { seq document }
}`;

function openSocket({ port, sessionId: id, after }: Watched, onSeq: OnEvent): Following {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => resolve(`${code} ${String(reason)}`));
  });
  socket.once('open', () => socket.send('{"type":"connection_init"}'));
  socket.on('message', (data) => {
    const text = String(data);
    const [, seq] = /"seq":(\d+)/.exec(text) ?? [];
    if (text.includes('"type":"next"') && seq !== undefined) {
      onSeq(Number(seq), text.includes('"turnEnd"'));
    } else if (text.includes('"connection_ack"')) {
      const payload = { query: QUERY, variables: { id, after } };
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
    } else if (text.includes('"complete"')) socket.close(1000, 'complete');
  });
  return {
    ended,
    cut: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

function openStream({ port, sessionId, after }: Watched, onSeq: OnEvent): Following {
  let [retry, lastWords] = ['', ''];
  const path = `/api/v1/sessions/${sessionId}/events?after=${after}`;
  const headers = { Accept: 'text/event-stream' };
  const sent = get({ host: '127.0.0.1', port, path, headers, agent: false });
  let pause = (): void => void sent.once('response', (response) => response.pause());
  let resume = (): void => undefined;
  const ended = new Promise<string>((resolve) => {
    sent.once('close', () => resolve(lastWords)).on('error', () => undefined);
    sent.once('response', (response) => {
      let rest = '';
      pause = () => void response.pause();
      resume = () => void response.resume();
      response.on('error', () => undefined).setEncoding('utf8');
      response.on('data', (part: string) => {
        const blocks = (rest + part).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, seq] = /^id: (\d+)/.exec(block) ?? [];
          if (seq !== undefined) onSeq(Number(seq), block.includes('event: turnEnd'));
          else if (block.startsWith('event: error')) lastWords = block;
          else if (block.startsWith('retry: ')) retry = block;
        }
      });
      response.once('end', () => (lastWords ||= `ended, ${retry}`));
    });
  });
  return { ended, cut: () => sent.destroy(), pause: () => pause(), resume: () => resume() };
}

/** The events of a chat's log that a reader received; each must have the next number. */
export interface Seen {
  /** The number of the last event. */
  last: number;
  /** Events that came before one that should have come first, and repeated ones. */
  gaps: number;
  doubled: number;
}

/** Nothing yet. */
export function seenNothing(): Seen {
  return { last: 0, gaps: 0, doubled: 0 };
}

/** Records an event. */
export function note(seen: Seen, seq: number): void {
  if (seq <= seen.last) seen.doubled += 1;
  else if (seq > seen.last + 1) seen.gaps += 1;
  seen.last = Math.max(seen.last, seq);
}
