import { z } from 'zod';
import type { Services } from '../../context/context.js';
import type { ConnectSecrets } from '../../integrations/google/connectAccount.js';
import type { Visit } from '../signIn/cookie.js';
import { keepSealed, takeSealed } from '../signIn/sealedCookie.js';
import type { Target } from './target.js';

/** What a browser carries while its person is at Google: who that is, and what the account is connected to. */
export interface Journey extends ConnectSecrets, Target {
  readonly userId: string;
}

/** How long a browser may stay at Google, in milliseconds. */
const AWAY_FOR = 10 * 60_000;

const COOKIE = {
  name: 'parley_connect',
  place: 'connecting an account',
  schema: z.object({
    state: z.string(),
    verifier: z.string(),
    userId: z.string(),
    workspaceId: z.string(),
    type: z.enum(['google sheets', 'gmail']),
    credentialsId: z.string().optional(),
    begunAt: z.number(),
  }),
  keptFor: AWAY_FOR,
};

/** Stores a journey, encrypted, in a cookie of the browser that begins it. */
export async function beginJourney(
  visit: Visit,
  services: Services,
  journey: Journey,
): Promise<void> {
  await keepSealed(visit, services, { ...COOKIE, value: { ...journey, begunAt: Date.now() } });
}

/** The journey that a browser comes back from, which ends it; undefined when it did not begin here, or took too long. */
export async function endJourney(
  visit: Visit,
  services: Services,
  state: string | null,
): Promise<Journey | undefined> {
  const kept = await takeSealed(visit, services, COOKIE);
  if (!kept || kept.state !== state || kept.begunAt <= Date.now() - AWAY_FOR) return undefined;
  const { begunAt, ...journey } = kept;
  return journey;
}
