import { z } from 'zod';
import { filledBody, ownBody } from '../integrations/http/requestBody.js';
import { requestOptionsSchema } from '../integrations/http/requestOptions.js';
import { piecesOf } from '../text/template.js';
import { parseJson } from '../values/parseJson.js';
import { sampleState, samplesOf, type Sampled } from './sampleState.js';

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
