import { continueChat, failureOf, startChat } from './request.js';

/** Requests at a steady rate, whatever the outcome of earlier ones. */
export interface SteadyLoad {
  /** Ends it; waits for the pending responses. */
  stop(): Promise<LoadSeen>;
}

/** The responses. */
export interface LoadSeen {
  readonly requests: number;
  /** Requests a second. */
  readonly rate: number;
  /** Responses other than 200, by outcome. */
  readonly failures: readonly string[];
}

/** The bots to chat with: most requests go to the quick one, some to one whose turns take a while. */
export interface LoadOptions {
  readonly port: number;
  readonly quickBot: string;
  readonly slowBot: string;
  readonly perSecond: number;
}

/** One request of this many goes to the slow bot. */
const SLOW_EVERY = 40;
/** The number of open chats with either bot: enough for one request at a time on each. */
const [QUICK_CHATS, SLOW_CHATS] = [400, 60] as const;

/** Opens the chats, and continues them at a steady rate from then on; a failed request is not retried. */
export async function openSteadyLoad(options: LoadOptions): Promise<SteadyLoad> {
  const { port, perSecond } = options;
  const [quick, slow] = await Promise.all([
    startChats(port, options.quickBot, QUICK_CHATS),
    startChats(port, options.slowBot, SLOW_CHATS),
  ]);
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const begun = performance.now();
  let due = 0;
  const send = (): void => {
    due += 1;
    const chats = due % SLOW_EVERY === 0 ? slow : quick;
    const sessionId = chats.shift();
    // An overloaded machine cannot send more; the reported rate shows that.
    if (sessionId === undefined) return;
    sent += 1;
    const one = failureOf(continueChat(port, sessionId)).then((failure) => {
      if (failure !== undefined) failures.push(failure);
      chats.push(sessionId);
      pending.delete(one);
    });
    pending.add(one);
  };
  const timer = setInterval(() => {
    const elapsed = (performance.now() - begun) / 1000;
    while (due < elapsed * perSecond) send();
  }, 1000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      const rate = sent / ((performance.now() - begun) / 1000);
      await Promise.all(pending);
      return { requests: sent, rate, failures };
    },
  };
}

function startChats(port: number, publicId: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => startChat(port, publicId)));
}
