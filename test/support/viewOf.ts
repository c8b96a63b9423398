import { openBlockContext, type ContextView } from '../../src/engine/interpreter/blockContext.js';
import type { Evaluated } from '../../src/engine/interpreter/session.js';
import { newBudget } from '../../src/engine/interpreter/budget.js';
import { env, newSession } from './chat.js';
import { flowOf, type FlowSketch } from './flowOf.js';

/** The context of a block at the start of a chat with this flow. */
export function viewOf(
  sketch: Partial<FlowSketch> = {},
  evaluated: readonly Evaluated[] = [],
): ContextView {
  const flow = flowOf({ groups: {}, ...sketch });
  const [frame] = newSession(flow).stack;
  if (!frame) throw new Error('A session begins with one bot');
  const settings = { isPreview: true, isStreamEnabled: false };
  return openBlockContext({
    env: env(0),
    flow,
    frame,
    settings,
    transcript: '',
    evaluated,
    budget: newBudget(),
  });
}
