import type { Flow } from '../../src/engine/index.js';
import { Failure } from '../../src/errors/errors.js';
import type { RecordedTest } from '../../src/simulation/playRecording.js';
import { recordTest } from '../../src/simulation/recordTest.js';
import type { SimulatedBot } from '../../src/simulation/simulatedBot.js';
import { loadedBot } from './chat.js';
import { botOf } from './exploring.js';
import { keptChat, type KeptPlay } from './keptChats.js';

/** A bot whose links lead to these flows. */
export function linkedBot(flow: Flow, flows: readonly Flow[] = []): SimulatedBot {
  const known = new Map([flow, ...flows].map((one) => [one.id, one]));
  return {
    ...botOf(flow),
    loadFlow: async (flowId) => known.get(flowId) ?? Promise.reject(new Error('no such flow')),
    loadBot: async (_, effect) => loadedBot(effect, known) ?? { ok: false, error: 'no such bot' },
  };
}

/** The test of a chat of a visitor that was kept; or why there is none. */
export async function recorded(
  play: KeptPlay,
  more: { readonly isPreview?: boolean } = {},
): Promise<RecordedTest | string> {
  const chat = await keptChat(play);
  if (chat.turns.length === 0) return 'No chat';
  const { isPreview = false } = more;
  const masked = isPreview ? (['SECRETS'] as const) : (['TEXTS', 'PERSONAL'] as const);
  try {
    return await recordTest(linkedBot(play.flow, play.flows), {
      ...{ chat, isPreview, masked, name: 'A chat' },
    });
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
