import { z } from 'zod';
import { pairsIn } from '../vendorAction.js';
import { readOptions } from '../vendorAction.js';
import { sending } from '../vendorRequest.js';

const optionsSchema = z.object({
  userId: z.string({ error: 'The user id is missing' }),
  previousId: z.string().optional(),
  eventName: z.string().optional(),
  name: z.string().optional(),
  category: z.string().optional(),
  traits: z.unknown().optional(),
  properties: z.unknown().optional(),
});

type Options = z.infer<typeof optionsSchema>;

/**
 * An action that calls Segment's HTTP API (https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/). Segment keeps
 * only the first of several calls with the same `messageId`.
 */
function calling(path: string, bodyOf: (options: Options) => object) {
  return sending(({ options, secrets, address = 'https://api.segment.io', callKey }) => {
    const { apiKey } = z.object({ apiKey: z.string().min(1) }).parse(secrets);
    const key = Buffer.from(`${apiKey}:`).toString('base64');
    const read = readOptions(optionsSchema, options);
    return {
      url: `${address}/v1/${path}`,
      method: 'POST',
      headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messageId: callKey, userId: read.userId, ...bodyOf(read) }),
    };
  });
}

/** The actions of Segment. */
export const segment = {
  Alias: calling('alias', ({ previousId }) => ({ previousId })),
  'Identify User': calling('identify', ({ traits }) => ({ traits: pairsIn(traits) })),
  Page: calling('page', ({ name, category, properties }) => ({
    ...{ name, category, properties: pairsIn(properties) },
  })),
  Track: calling('track', ({ eventName, properties }) => ({
    ...{ event: eventName, properties: pairsIn(properties) },
  })),
};
