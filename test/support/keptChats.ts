import { attended } from '../../src/chat/desk.js';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import { withStatus } from '../../src/chat/handover.js';
import type { TurnInput } from '../../src/chat/openTurn.js';
import { runMoved } from '../../src/chat/moveChat.js';
import { run } from '../../src/chat/run.js';
import type { EffectResult, Flow, HandledEffect } from '../../src/engine/index.js';
import { startSession } from '../../src/engine/index.js';
import { Failure } from '../../src/errors/errors.js';
import type { ReplayStart } from '../../src/schema/chatReplay.js';
import type { KeptChat } from '../../src/simulation/replayChat.js';
import type { ReplayTarget } from '../../src/simulation/replayChat.js';
import { flowsOf, openFakeStore } from './fakeStore.js';

/** How a chat that is kept is played. */
export interface KeptPlay {
  readonly flow: Flow;
  readonly flows?: readonly Flow[];
  readonly inputs: readonly TurnInput['input'][];
  readonly start?: Partial<ReplayStart>;
  readonly answer: (effect: HandledEffect) => EffectResult;
  /** The version to which it moves before a turn, by the number of the turn; its id is that of its flow. */
  readonly moves?: Readonly<Record<number, Flow>>;
  /** What is said in a chat that cannot move, and so ends; it goes on when absent. */
  readonly farewell?: string;
}

/** Plays a live chat with a clock that goes on, and keeps of each turn what a server keeps, as JSON. */
export async function keptChat({
  flow,
  flows = [],
  inputs,
  start,
  answer,
  moves = {},
  farewell,
}: KeptPlay): Promise<KeptChat> {
  const store = openFakeStore(flow, { flows: flowsOf(flow, ...flows) });
  const first = { botId: 'bot', resultId: 'res_1', isStreamEnabled: false, ...start };
  let session = startSession({ ...first, flow, isPreview: false, isReplayable: true });
  const turns: KeptChat['turns'][number][] = [];
  const now = () => (store.time += 7);
  for (const input of inputs) {
    const turn = turns.length + 1;
    const isHandback = input.type === 'handback';
    const open = {
      ...{ sessionId: 'ses_1', turn, firstSeq: 1, input, journal: openUnleasedJournal(now, 'x') },
      session: isHandback ? withStatus(session, 'OPEN') : session,
      replayStart: turn === 1 ? { ...first, flowId: flow.id } : undefined,
      handle: async (_: unknown, effect: HandledEffect) => {
        store.time += 1_000;
        return throughJson(answer(effect));
      },
    };
    const to = moves[turn];
    const others = { endsOthers: farewell !== undefined, message: farewell ?? null };
    const target = to && { versionId: to.id, version: 2, flowId: to.id, ...others };
    const ports = { ...store.ports, now };
    const running = target ? runMoved(ports, open, target) : run(ports, open);
    const ran = await running.catch(unlessRefused);
    if (!ran) continue;
    const done = attended(session, ran);
    session = done.session;
    turns.push({ turn, events: done.events, record: done.replay ?? { beganAt: 0 } });
  }
  return throughJson({ sessionId: 'ses_1', turns });
}

/** Results of a server are JSON. */
function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // A copy of the same shape.
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}

/** A flow to replay chats with, on a server whose code is run like that of tests. */
export function targetOf(
  flow: Flow,
  others: readonly Flow[] = [],
  codeGives?: EffectResult,
): ReplayTarget & { readonly codeRun: HandledEffect[] } {
  const { ports } = openFakeStore(flow, { flows: flowsOf(flow, ...others) });
  const codeRun: HandledEffect[] = [];
  const runCode = async (effect: HandledEffect): Promise<EffectResult | undefined> => {
    codeRun.push(effect);
    return codeGives;
  };
  const known = [flow, ...others].map(({ id }) => id);
  const flowIdOf = async (id: string) => known.find((one) => one === id);
  return { ports, flow, runCode, codeRun, flowIdOf };
}
