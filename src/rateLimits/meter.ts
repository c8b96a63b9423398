import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { RateLimited, showRate, type RateLimits, type RateState } from './limits.js';
import { rateRuleNames, rateRules, type RateRule, type RateRuleName } from '../config/rateRules.js';
import type { RootField } from './rootFields.js';

/** The caller whose requests are counted. */
export interface Counted {
  readonly clientAddress: string;
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
  /** The owner of the token or cookie; undefined without one, and rejected for an unknown one. */
  caller(): Promise<unknown>;
}

/** Counts one HTTP request, or one operation of a socket. */
export interface RateMeter {
  /** Counts the request itself, before anything of it is read. */
  countRequest(): Promise<void>;
  /** Counts the root fields it runs. Each one after the first also counts as another request. */
  countFields(fields: readonly RootField[]): Promise<void>;
  /** Counts a page under a rule by client address. */
  countRule(name: RateRuleName): Promise<void>;
  /** Sets the headers of a response; called once for each, after everything was counted. */
  show(response: ServerResponse): void;
}

/** Opens the meter of one request or operation; undefined where nothing is limited. */
export function openRateMeter(
  limits: RateLimits | undefined,
  counted: Counted,
): RateMeter | undefined {
  if (!limits) return undefined;
  const { count, show } = openCount(limits);
  const token = tokenKeyOf(counted);
  const { clientAddress } = counted;
  const countRequest = async (): Promise<void> => {
    await count('address', clientAddress);
    if (token !== undefined) await count('token', token);
  };
  const countField = async ({ name: field, sent }: RootField): Promise<void> => {
    for (const [name, { by }] of rulesOf(field)) {
      if (name === 'preview' && (await isKnown(counted))) continue;
      const isNamed = by === 'session' || by === 'publicId';
      await count(name, isNamed ? nameIn(sent[ARGUMENT[by]]) : clientAddress);
    }
  };
  return {
    countRequest,
    async countFields(fields) {
      for (const [index, field] of fields.entries()) {
        if (index > 0) await countRequest();
        await countField(field);
      }
    },
    countRule: (name) => count(name, clientAddress),
    show,
  };
}

/** Whether the token is known. An unknown one counts as none here; the operation itself refuses it. */
async function isKnown({ caller }: Counted): Promise<boolean> {
  const known = await caller().catch(() => undefined);
  return known !== undefined;
}

/** Counts, and remembers the limit that has the least left. */
function openCount(limits: RateLimits) {
  let nearest: RateState | undefined;
  const note = (state: RateState | undefined): void => {
    if (state && (!nearest || shareLeft(state) <= shareLeft(nearest))) nearest = state;
  };
  const count = async (name: RateRuleName, key: string): Promise<void> => {
    try {
      note(await limits.count(name, key));
    } catch (error) {
      if (error instanceof RateLimited) note(error.rate);
      throw error;
    }
  };
  const show = (response: ServerResponse): void => {
    if (nearest) showRate(response, nearest);
  };
  return { count, show };
}

function shareLeft({ limit, remaining }: RateState): number {
  return remaining / limit;
}

/** The token or cookie as a key: hashed, because counts must not hold secrets. */
function tokenKeyOf({ authorization, cookie }: Counted): string | undefined {
  const shown = authorization ?? cookie;
  if (shown === undefined) return undefined;
  return hash('sha256', shown, 'base64url');
}

/** The key of a value sent as an id. It is not checked yet; anything but an id is refused later. */
function nameIn(sent: unknown): string {
  return typeof sent === 'string' || typeof sent === 'number' ? String(sent) : '';
}

/** The argument that holds the key of a rule by chat or bot. */
const ARGUMENT = { session: 'sessionId', publicId: 'publicId' } as const;

type Named = readonly [RateRuleName, RateRule];

const rulesByField = new Map<string, Named[]>();
for (const name of rateRuleNames) {
  const rule = rateRules[name];
  for (const field of rule.operations ?? []) {
    rulesByField.set(field, [...(rulesByField.get(field) ?? []), [name, rule]]);
  }
}

const NONE: readonly Named[] = [];

function rulesOf(field: string): readonly Named[] {
  return rulesByField.get(field) ?? NONE;
}
