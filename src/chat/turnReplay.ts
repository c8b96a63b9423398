import { isSecretName } from '../checks/texts.js';
import { hasSecrets, isJsonRecord, type EffectResult, type Session } from '../engine/index.js';
import type { Omission, ReplayRecord, ReplayResult, ReplayStart } from '../schema/chatReplay.js';
import { hashOf } from './effectJournal.js';
import { reachesOutside } from './handleEffect.js';
import type { TurnInput } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import { credentialsIn, placeOf, type EffectDone } from './turnTrace.js';

/** What is kept of a turn that runs, so that it can be run again. */
export interface OpenReplay {
  /** Notes the result of an effect. */
  noteEffect(done: Pick<EffectDone, 'effect' | 'result' | 'session' | 'at'>): Promise<void>;
  /** All that was noted. */
  record(): ReplayRecord;
}

/** The most characters of JSON that are kept of an effect, an input or a start. */
const MAX_KEPT = 16_384;

/** The most characters of JSON that are kept of the results of a turn together. */
const MAX_RESULTS = 131_072;

/** Notes what running a turn again needs, of a chat for which that is kept. */
export function openTurnReplay(ports: ChatPorts, open: TurnInput): OpenReplay {
  const { journal, input, replayStart } = open;
  const results: ReplayResult[] = [];
  let size = 0;
  return {
    async noteEffect(done) {
      const { blockId } = await placeOf(ports, done.session);
      const nth = results.filter(({ block }) => block === blockId).length + 1;
      const place = { block: blockId, nth, hash: hashOf(done.effect), at: done.at };
      const kept = await keptResult(ports, done);
      size += JSON.stringify(kept).length;
      results.push({ ...place, ...(size > MAX_RESULTS ? { omitted: 'SIZE' } : kept) });
    },
    record: () => ({
      ...registered(journal.beganAt, replayStart),
      input: isShort(input) ? input : { omitted: 'SIZE' },
      ...(results.length > 0 && { results }),
    }),
  };
}

/** What is kept of a turn in which no flow ran; undefined in chats of which nothing is kept. */
export function recordWithoutStep(
  { settings }: Session,
  at: number,
  start?: ReplayStart,
): ReplayRecord | undefined {
  return settings.isReplayable && registered(at, start);
}

function registered(beganAt: number, start: ReplayStart | undefined): ReplayRecord {
  return start ? { beganAt, start: keptStart(start) } : { beganAt };
}

function keptStart(start: ReplayStart): NonNullable<ReplayRecord['start']> {
  if (!isShort(start)) return { omitted: 'SIZE' };
  return fillsInSecret(start) ? { omitted: 'SECRET' } : start;
}

function fillsInSecret({ prefilledVariables = {}, remembered }: ReplayStart): boolean {
  const earlier = (remembered?.variables ?? []).map(({ name, value }) => [name, value] as const);
  return [...Object.entries(prefilledVariables), ...earlier].some(
    ([name, value]) => isSecretName(name) || holdsSecret(value, []),
  );
}

function isShort(value: unknown): boolean {
  return JSON.stringify(value).length <= MAX_KEPT;
}

/** The result without what only logs show. Those of code become variables, which the session holds as well. */
async function keptResult(
  ports: ChatPorts,
  {
    effect,
    result: { printed: _, tries: __, ...result },
    session,
  }: Parameters<OpenReplay['noteEffect']>[0],
): Promise<{ readonly result: EffectResult } | { readonly omitted: Omission }> {
  if (!isShort(result)) return { omitted: 'SIZE' };
  if (!reachesOutside(effect)) return { result };
  if (effect.kind === 'createPayment') return { result: withoutPaymentSecret(result) };
  const secrets = await ports.secretTexts(session.stack[0]?.botId, credentialsIn(effect));
  return holdsSecret(result, secrets) ? { omitted: 'SECRET' } : { result };
}

/** Only the form of the provider needs it, and a replay compares nothing with it. */
function withoutPaymentSecret(result: EffectResult): EffectResult {
  if (!result.ok || !isJsonRecord(result.value)) return result;
  return { ...result, value: { ...result.value, paymentIntentSecret: '***' } };
}

function holdsSecret(value: unknown, secrets: readonly string[]): boolean {
  let isFound = false;
  JSON.stringify(value, (name, member: unknown) => {
    isFound ||= typeof member === 'string' && isSecret(name, member, secrets);
    return member;
  });
  return isFound;
}

function isSecret(name: string, text: string, secrets: readonly string[]): boolean {
  if (text === '') return false;
  return isSecretName(name) || hasSecrets(text) || secrets.some((secret) => text.includes(secret));
}
