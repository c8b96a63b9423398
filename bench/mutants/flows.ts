import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flowOverrideSchema } from '../../src/engine/documents/bot.js';
import { flowDefinitionSchema, type FlowDefinition } from '../../src/engine/index.js';
import { anyFlow } from '../../test/support/anyFlow.js';
import { fc } from '../../test/support/properties.js';
import { readChat } from '../../test/support/readChat.js';

/** A flow to change, by its name. */
export type NamedFlow = readonly [name: string, definition: FlowDefinition];

const EXAMPLES = fileURLToPath(new URL('../../examples/bots/', import.meta.url));
const TRANSCRIPTS = new URL('../../test/transcripts/', import.meta.url);
/** Recorded conversations, those with the most edges in their flows, and flows at random. */
const [CONVERSATIONS, RANDOM] = [24, 10];

/** The flows of the examples, of recorded conversations of the tests, and some at random. */
export function ownFlows(): NamedFlow[] {
  return [...flowsIn(EXAMPLES), ...conversations(), ...randomFlows()];
}

/** The flows of all files of a folder. */
export function flowsIn(folder: string): NamedFlow[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => {
    const sent: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { id: _, ...definition } = flowOverrideSchema.parse(sent);
    return [name, flowDefinitionSchema.parse(definition)];
  });
}

function conversations(): NamedFlow[] {
  return readdirSync(TRANSCRIPTS)
    .filter((name) => name.endsWith('.chat'))
    .map((name): NamedFlow => {
      const { flow } = readChat(readFileSync(new URL(name, TRANSCRIPTS), 'utf8'));
      return [name, flow.definition];
    })
    .toSorted(([, one], [, other]) => other.edges.length - one.edges.length)
    .slice(0, CONVERSATIONS);
}

function randomFlows(): NamedFlow[] {
  return fc
    .sample(anyFlow('flow'), { seed: 7, numRuns: RANDOM })
    .map(({ definition }, index) => [`random ${index + 1}`, definition]);
}
