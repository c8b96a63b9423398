import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { flowOverrideSchema, type FlowDefinition } from '../engine/index.js';
import { connectedGroup, type ExampleAccounts } from './connectedGroup.js';
import { exampleBots, examples, type Example } from './exampleBots.js';

/** An example as the front page shows it. */
export interface ShownExample extends Pick<Example, 'name' | 'title' | 'text'> {
  /** The id with which it is played with an account of the operator; absent if the file of the example is played. */
  readonly botId?: string;
}

/** The examples of this server. */
export interface Examples {
  /** In the order of the front page. */
  readonly shown: readonly ShownExample[];
  /** The flow of an example that uses an account of the operator, by its `botId`; undefined for any other id. */
  findFlow(botId: string): Promise<FlowDefinition | undefined>;
}

/** Opens the examples. A file is read when its example is first played with an account. */
export function openExamples(accounts: ExampleAccounts): Examples {
  const flows = new Map<string, Promise<FlowDefinition>>();
  const shown = examples.map((example): ShownExample => {
    const { name, title, text, connectedText = text } = example;
    if (!connectedGroup(name, accounts)) return { name, title, text };
    return { name, title, text: connectedText, botId: `example-${name}` };
  });
  return {
    shown,
    async findFlow(botId) {
      const name = shown.find((candidate) => candidate.botId === botId)?.name;
      if (name === undefined) return undefined;
      const flow = flows.get(name) ?? readConnected(name, accounts);
      flows.set(name, flow);
      return flow;
    },
  };
}

const fileSchema = z.looseObject({
  groups: z.array(z.looseObject({ id: z.string() })),
  variables: z.array(z.unknown()),
});

async function readConnected(name: string, accounts: ExampleAccounts): Promise<FlowDefinition> {
  const text = await readFile(join(exampleBots, `${name}.json`), 'utf8');
  const file = fileSchema.parse(JSON.parse(text));
  const ownGroup = connectedGroup(name, accounts);
  const groups = file.groups.map((group) => (group.id === ownGroup?.id ? ownGroup : group));
  const variables = [...file.variables, { id: 'var-dialogue', name: 'Dialogue' }];
  return flowOverrideSchema.parse({ ...file, groups, variables });
}
