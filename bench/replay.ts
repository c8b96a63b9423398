import { ask } from './ask.js';
import type { Options } from './options.js';
import type { Later } from './stage.js';
import { compareShares } from './traces.js';
import { startWholeServer } from './wholeServer.js';

/** The most chats of a call. */
const CHATS = 1_000;
const CALLS = 3;

const REPLAY = `query ($botId: ID!) { replayChats(botId: $botId, first: ${CHATS}) { total same unknown } }`;

/** Compares turns of chats that can be replayed with others, over REST, on one server; then replays the former with their own flow. */
export async function benchReplay(options: Options, later: Later): Promise<void> {
  const whole = await startWholeServer(later);
  const names = ['not kept', 'kept'] as const;
  const botId = await compareShares(whole, options, { mutation: 'setBotReplay', names });
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now();
    const answer = await ask(whole.server, '/graphql', {
      body: { query: REPLAY, variables: { botId } },
    });
    const seconds = (performance.now() - began) / 1_000;
    console.log(`${seconds.toFixed(2)} s: ${await answer.text()}`);
  }
}
