import { z } from 'zod';
import type { Services } from '../../context/context.js';
import type { ConnectSecrets } from '../../integrations/google/connectAccount.js';
import type { Visit } from '../signIn/cookie.js';
import { keepSealed, takeSealed } from '../signIn/sealedCookie.js';
import type { Target } from './target.js';

/** The state that a browser keeps while its person is at Google: who the person is, and the target of the account. */
export interface Journey extends ConnectSecrets, Target {
  readonly userId: string;
}

/** Milliseconds that a browser may stay at Google. */
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

/** Stores a journey in an encrypted cookie of the browser. */
export async function beginJourney(
  visit: Visit,
  services: Services,
  journey: Journey,
): Promise<void> {
  await keepSealed(visit, services, { ...COOKIE, value: { ...journey, begunAt: Date.now() } });
}

/** Returns the journey of a returning browser and removes it; undefined if there is none or it took too long. */
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
