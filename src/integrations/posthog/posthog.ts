import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { withoutSlash } from '../account.js';
import { pairsIn } from '../vendorAction.js';
import { sending } from '../vendorRequest.js';

const secretsSchema = z.object({ apiKey: z.string().min(1), host: z.string().nullish() });

const optionsSchema = z.object({
  distinctId: z.string().optional(),
  event: z.string().optional(),
  groupType: z.string().optional(),
  groupKey: z.string().optional(),
  properties: z.unknown().optional(),
});

type Options = z.infer<typeof optionsSchema>;

/**
 * Captures an event (https://posthog.com/docs/api/capture), an anonymous one if no user is given. PostHog keeps only one of several events
 * with the same `uuid`.
 */
function capturing(
  eventOf: (options: Options) => { readonly event: string; readonly properties: object },
) {
  return sending(({ options, secrets, address = 'https://us.i.posthog.com', callKey }) => {
    const { apiKey, host } = secretsSchema.parse(secrets);
    const read = optionsSchema.parse(options);
    const { event, properties } = eventOf(read);
    const anonymous = read.distinctId === undefined && { $process_person_profile: false };
    const uuid = uuidOf(callKey);
    const body = {
      ...{ api_key: apiKey, event, uuid, distinct_id: read.distinctId ?? uuid },
      properties: { ...properties, ...anonymous },
    };
    return {
      url: `${withoutSlash(host || address)}/i/v0/e/`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  });
}

/** A UUID derived from the key. */
function uuidOf(callKey: string | undefined): string {
  if (callKey === undefined) return randomUUID();
  const hex = createHash('sha256').update(callKey).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** The actions of PostHog. */
export const posthog = {
  Capture: capturing(({ event, properties }) => {
    if (event === undefined) throw new Error('The event has no name');
    return { event, properties: pairsIn(properties) };
  }),
  'Identify Group': capturing(({ groupType, groupKey, properties }) => {
    if (!groupType || !groupKey) throw new Error('The group has no type or no key');
    const group = { $group_type: groupType, $group_key: groupKey };
    return { event: '$groupidentify', properties: { ...group, $group_set: pairsIn(properties) } };
  }),
};
