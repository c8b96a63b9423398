import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { attempt, LONGEST_WAIT } from '../models/attempt.js';
import { knownAs } from '../parsedAs.js';
import { pathPart } from '../vendorAction.js';
import { postJson } from '../postJson.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { openDifyAccount } from './difyAccount.js';
import { MODEL_ANSWER } from '../answerPieces.js';

const optionsSchema = z.looseObject({ datasetId: z.string().min(1), query: z.string().catch('') });
const foundSchema = z.looseObject({
  records: z.array(z.looseObject({ segment: z.looseObject({ content: z.string() }) })),
});

/** Queries a knowledge base of Dify. The output is the list of results, best first. */
export async function queryKnowledge(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const { address, knowledgeApiKey } = await openDifyAccount(ports, call);
  const options = optionsSchema.safeParse(call.effect.options).data;
  if (!options) throw new Error('No knowledge base is chosen');
  const { origin } = call;
  const fetch = ports.http.openFetch({
    timeoutMs: LONGEST_WAIT,
    bounds: MODEL_ANSWER,
    callKey: origin.callKey,
  });
  const url = `${address}/datasets/${pathPart(options.datasetId)}/retrieve`;
  const headers = { authorization: `Bearer ${knowledgeApiKey}` };
  const body = { query: options.query };
  return attempt(origin, [knowledgeApiKey], async (signal) => {
    const response = await postJson({ fetch, url, headers, body, signal });
    const found = knownAs(foundSchema, await response.text());
    const chunks = found.records.map(({ segment }) => segment.content);
    return { ok: true, value: { 'Retrieved chunks': chunks } };
  });
}
