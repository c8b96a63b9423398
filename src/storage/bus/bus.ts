/** Carries texts between processes. It stores none: a text may be lost, or arrive twice. */
export interface Bus {
  /** Sends a text below 8000 bytes to all subscribers, including this process. Rejects when the bus cannot be reached. */
  send(text: string): Promise<void>;
  /** Connects, and passes on each text sent from then on. Rejects when that fails. */
  subscribe(onText: (text: string) => void, onBroken: OnBroken): Promise<Subscription>;
  /**
   * Whether the bus is the database. The database is one server, so a process that receives nothing from others knows that it is alone;
   * another bus may be several servers that lose contact with each other. While the database is down, logs cannot be read either.
   */
  readonly isDatabase: boolean;
  /** The log message for when nothing arrives. */
  readonly whenSilent: string;
}

/** Called when texts no longer arrive, with the reason if it is known. Further calls have no effect. */
export type OnBroken = (reason?: unknown) => void;

/** A connection that subscribed to the bus. */
export interface Subscription {
  send(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Connects to a message broker and subscribes to a channel there. Rejects when that fails. */
export type Connect = (
  place: { readonly url: URL; readonly channel: string },
  onText: (text: string) => void,
  onBroken: OnBroken,
) => Promise<Subscription>;

/** How long connecting may take, in milliseconds. */
export const CONNECTS_WITHIN = 5_000;

/** The credentials in the URL of a bus; absent parts are undefined. */
export function accountIn({ username, password }: URL) {
  return {
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
  };
}
