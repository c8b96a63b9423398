import type { Pool } from 'pg';
import type { EffectResult } from '../engine/index.js';
import type { Log } from '../log/log.js';
import type { AiUsage } from '../schema/aiUsage.js';
import { addAiUse, findAiUseOf, type AiUse, type AiUser } from '../storage/aiUsage.js';
import { addUsage, type Usage } from './models/usage.js';
import { runVendorAction, type VendorCall, type VendorPorts } from './vendorActions.js';

/** What AI actions may take in a month (UTC), and what they took. */
export interface AiBudget {
  /** Rejects when a budget of the chat, the bot or its workspace is spent. */
  assertLeft(user: AiUser): Promise<void>;
  /** Counts an action that ended. Never rejects. */
  count(user: AiUser, use: AiUse): Promise<void>;
}

/** Opens budgets with these limits, by what they limit, as in `bot.tokens`. A spent budget is logged once. */
export function openAiBudget(
  pool: Pool,
  limits: ReadonlyMap<string, number>,
  log: Pick<Log, 'warn' | 'error'>,
): AiBudget {
  const spentIn = (user: AiUser, totals: AiUsage): string | undefined => {
    const owner = ownerOf(user, totals);
    for (const measure of MEASURES) {
      const whose = `${owner}.${measure}` as const;
      const most = limits.get(whose) ?? Infinity;
      if (totals[measure] >= most) return spentText(whose, totals[measure], most);
    }
    return undefined;
  };
  return {
    async assertLeft(user) {
      if (limits.size === 0) return;
      for (const totals of await findAiUseOf(pool, user)) {
        const spent = spentIn(user, totals);
        if (spent !== undefined) throw new Error(spent);
      }
    },
    async count(user, use) {
      try {
        for (const totals of await addAiUse(pool, user, use)) {
          const spent = spentIn(user, totals);
          const wasSpent = spentIn(user, before(totals, use)) !== undefined;
          if (spent !== undefined && !wasSpent) log.warn({ botId: user.botId }, spent);
        }
      } catch (err) {
        log.error({ err, botId: user.botId }, 'what an AI action took could not be counted');
      }
    },
  };
}

const MEASURES = ['tokens', 'calls', 'milliseconds'] as const;

function ownerOf({ chat, botId }: AiUser, { ownerId }: AiUsage): 'chat' | 'bot' | 'workspace' {
  if (ownerId === chat) return 'chat';
  return ownerId === botId ? 'bot' : 'workspace';
}

function before(totals: AiUsage, use: AiUse): AiUsage {
  const { calls, tokens, milliseconds } = totals;
  return {
    ...totals,
    calls: calls - use.calls,
    tokens: tokens - use.tokens,
    milliseconds: milliseconds - use.milliseconds,
  };
}

/** Without a colon after `tokens`: the log would hide what follows as a secret. */
function spentText(whose: `${string}.${string}`, taken: number, most: number): string {
  const [used, limit] = [taken, most].map((count) => numbers.format(count).replaceAll(',', ' '));
  const [owner, measure] = whose.split('.');
  return `The AI budget of this ${owner} is spent (${used} of ${limit} ${measure} this month)`;
}

const numbers = new Intl.NumberFormat('en');

/** The kinds of blocks that ask an AI. */
const AI = new Set([
  ...['openai', 'groq', 'deepseek', 'together-ai', 'open-router', 'perplexity', 'mistral'],
  ...['anthropic', 'dify-ai', 'chat-node', 'elevenlabs'],
]);

/** An action of a vendor, and the id of its chat. */
type ChatCall = VendorCall & { readonly chat: string };

/**
 * Does the action of a vendor, one of an AI only where a budget is left. Its requests are counted together when it has ended,
 * whether or not it failed: an action that takes more than is left is not broken off.
 */
export async function runWithinBudget(
  ports: VendorPorts & { readonly aiBudget: AiBudget | undefined },
  call: ChatCall,
): Promise<EffectResult> {
  const { effect, origin, chat } = call;
  const { botId } = origin;
  const { aiBudget } = ports;
  if (!aiBudget || !AI.has(effect.type) || botId === undefined) return runVendorAction(ports, call);
  const user = { chat, botId };
  await aiBudget.assertLeft(user);
  const began = performance.now();
  let usage: Usage = {};
  const countTokens: VendorPorts['countTokens'] = (used) => {
    ports.countTokens(used);
    usage = addUsage(usage, used);
  };
  try {
    return await runVendorAction({ ...ports, countTokens }, call);
  } finally {
    await aiBudget.count(user, useOf(usage, performance.now() - began));
  }
}

function useOf({ total = 0, prompt = 0, completion = 0 }: Usage, took: number): AiUse {
  const milliseconds = Math.round(took);
  return {
    calls: 1,
    tokens: total,
    promptTokens: prompt,
    completionTokens: completion,
    milliseconds,
  };
}
