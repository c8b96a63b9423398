import { setTimeout as pause } from 'node:timers/promises';

/** Stands for all ids: wakes every watcher. */
export const EVERYTHING = '*';

/** Sends one payload to all processes. Payloads may be lost. */
export type SendNotice = (payload: string) => Promise<void>;

/** Notifies other processes of the logs that grew. */
export interface Notifier {
  /**
   * Adds the id of a log that grew; an id added twice before it is sent is sent once. What cannot be an id, by its length or a space, is left
   * out.
   */
  tell(id: string): void;
  /** Sends what could not be sent before. */
  retry(): void;
  /** Resolves when nothing more is being sent. */
  idle(): Promise<void>;
}

/** Milliseconds between two payloads, at most 200 a second: PostgreSQL makes commits that notify wait for each other. */
const APART = 5;

/** The most bytes of ids in a payload, with room for the sender's name: PostgreSQL takes less than 8000. */
const LONGEST = 7_800;

/** The number of waiting ids beyond which all watchers are woken instead. */
const MOST_WAITING = 20_000;

/**
 * Creates the one coalescing notifier of a process. It collects the ids of what grew and sends them, as many as fit, in one payload that
 * begins with the sender's name. An id waits only while another payload is being sent. What cannot be sent waits for the next attempt:
 * other processes may be connected all the while, and would not know that they missed it.
 */
export function createNotifier(sender: string, send: SendNotice): Notifier {
  let waiting = new Set<string>();
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const next = pause(APART);
      const { first, left } = splitOff(waiting);
      waiting = left;
      const isSent = await send(`${sender} ${first.join(' ')}`).then(
        () => true,
        () => false,
      );
      if (!isSent) waiting = new Set([...first, ...waiting]);
      if (!isSent) break;
      await next;
    }
    sending = undefined;
  };
  // Ids that are added in the same tick are sent together.
  const retry = (): void => void (sending ??= Promise.resolve().then(sendAll));
  return {
    tell(id) {
      if (id.includes(' ') || Buffer.byteLength(id) > LONGEST) return;
      if (waiting.size >= MOST_WAITING) waiting = new Set([EVERYTHING]);
      waiting.add(id);
      retry();
    },
    retry,
    idle: async () => sending,
  };
}

function splitOff(waiting: ReadonlySet<string>): { first: string[]; left: Set<string> } {
  const ids = [...waiting];
  let end = 0;
  for (let length = 0; end < ids.length; end += 1) {
    length += Buffer.byteLength(ids[end] ?? '') + 1;
    if (length > LONGEST && end > 0) break;
  }
  return { first: ids.slice(0, end), left: new Set(ids.slice(end)) };
}
