import { z } from 'zod';
import { kindOf } from '../blocks/index.js';
import { filledBody, ownBody } from '../integrations/http/requestBody.js';
import { requestOptionsSchema } from '../integrations/http/requestOptions.js';
import { piecesOf } from '../text/template.js';
import { parseJson } from '../values/parseJson.js';
import { toValue, type Value } from '../values/value.js';
import type { FlowDefinition } from './flow.js';
import { answerKey } from './linkedVariable.js';

/**
 * An example of what a block sends: the body that its author wrote, filled with made-up values, parsed where it is JSON; all data of
 * the chat where it has none. Inline code is not run.
 */
export function sampleRequest(definition: Sampled, blockId: string, submittedAt: string): unknown {
  const blocks = definition.groups.flatMap((group) => group.blocks);
  const block = blocks.find(({ id }) => id === blockId);
  const { isCustomBody, webhook = {} } = blockSchema.safeParse(block).data?.options ?? {};
  const body = ownBody({ isCustomBody, webhook });
  if (body === undefined) return sampleState(definition, submittedAt);
  const headers = webhook.headers?.map(({ key = '', value = '' }) => [key, value] as const) ?? [];
  const samples = samplesOf(definition);
  const filled = filledBody(body, Object.fromEntries(headers), (template) =>
    piecesOf(template, {
      valueNamed: (name) => samples.get(name) ?? null,
      runInline: () => ({ ok: true, value: OF_CODE }),
      filled: { length: 0 },
      charge: () => undefined,
    }),
  );
  return parseJson(filled) ?? filled;
}

const blockSchema = z.object({ options: requestOptionsSchema });

/** Valid JSON within quotes and without. */
const OF_CODE = 20;

/** The parts of a flow that examples are made of. */
type Sampled = Pick<FlowDefinition, 'groups' | 'variables'>;

/**
 * An example of what a request without a body of its own sends: when it was sent, then answers and variables by the names that
 * they have there, as texts. Answers are made up after the kind of their input; a variable that no input fills has the value it
 * begins with.
 */
export function sampleState(
  { groups, variables }: Sampled,
  submittedAt: string,
): Record<string, string> {
  const state = new Map<string, Value>([['submittedAt', submittedAt]]);
  for (const [name, value] of samplesOf({ groups, variables }))
    if (!state.has(name)) state.set(name, value);
  return Object.fromEntries([...state].map(([name, value]) => [name, textOf(value)]));
}

/** Examples of answers and of values of variables, by the names that they have in requests. */
function samplesOf({ groups, variables }: Sampled): ReadonlyMap<string, Value> {
  const known = new Map(variables.map((variable) => [variable.id, variable]));
  const flow = { variable: (id: string) => known.get(id) };
  const samples = new Map<string, Value>();
  const addNew = (name: string, value: Value) => samples.has(name) || samples.set(name, value);
  for (const group of groups) {
    for (const [index, block] of group.blocks.entries()) {
      if (kindOf(block.type).family !== 'input') continue;
      addNew(answerKey(flow, { block, group, index }), sampleAnswer(block));
    }
  }
  for (const { name, value } of variables) addNew(name, toValue(value) ?? TEXT);
  return samples;
}

const TEXT = 'Some text';

/** Examples of answers by the type of the input. */
const answers: Readonly<Record<string, string>> = {
  'number input': '20',
  'email input': 'ada@example.com',
  'url input': 'https://example.com',
  'date input': '2026-01-31',
  'time input': '09:30',
  'phone number input': '+33612345678',
  'rating input': '5',
  'payment input': 'Success',
  'file input': 'https://example.com/file.png',
};

const itemsSchema = z.object({
  items: z.tuple(
    [z.object({ content: z.string().optional(), title: z.string().optional() })],
    z.unknown(),
  ),
});

/** Of an input with choices, the first of them. */
function sampleAnswer(input: { readonly type: string }): string {
  const [item] = itemsSchema.safeParse(input).data?.items ?? [];
  return item?.content ?? item?.title ?? new Map(Object.entries(answers)).get(input.type) ?? TEXT;
}

function textOf(value: Value): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}
