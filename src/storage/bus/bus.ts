/** What carries texts between processes. It keeps none: any may be lost, or arrive twice. */
export interface Bus {
  /** Sends a text below 8000 bytes to all that subscribed, also to this process. Rejects when the bus cannot be reached. */
  send(text: string): Promise<void>;
  /** Connects, and passes on what is sent from then on. Rejects where that fails. */
  subscribe(onText: (text: string) => void, onBroken: OnBroken): Promise<Subscription>;
  /**
   * Whether it is the database. That is one server, so a process that nobody else sends to knows that it is alone; any other may be
   * several, which can lose each other for a while. And when it is away, logs cannot be read either.
   */
  readonly isDatabase: boolean;
  /** What the log says where nothing arrives. */
  readonly whenSilent: string;
}

/** Called when nothing arrives any more, with the reason if there is one; more than once does no harm. */
export type OnBroken = (reason?: unknown) => void;

/** A connection that passes on what is sent. */
export interface Subscription {
  /** Sends a text over this very connection. */
  send(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Connects to a server that carries texts, and subscribes to a channel there. Rejects where that fails. */
export type Connect = (
  place: { readonly url: URL; readonly channel: string },
  onText: (text: string) => void,
  onBroken: OnBroken,
) => Promise<Subscription>;

/** How long, in milliseconds, connecting may take. */
export const CONNECTS_WITHIN = 5_000;

/** The account in the address of a bus; parts that are not there are undefined. */
export function accountIn({ username, password }: URL) {
  return {
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
  };
}
