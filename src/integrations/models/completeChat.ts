import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import type { VendorCall, VendorPorts } from '../vendorActions.js';
import { openAccount } from './account.js';
import { converse, type Said } from './converse.js';
import { modelVendor } from './modelVendors.js';
import { messagesSchema, promptOf } from './prompt.js';

const optionsSchema = z.looseObject({
  model: z.string().min(1).optional(),
  messages: messagesSchema.optional(),
  systemMessage: z.string().optional(),
  temperature: z.coerce.number().optional().catch(undefined),
  maxTokens: z.coerce.number().int().positive().optional().catch(undefined),
});

/** Generates the next message of a dialogue with a model of any vendor. */
export async function completeChat(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const vendor = modelVendor(call.effect.type);
  const account = await openAccount(ports, call, vendor.address);
  const parsed = optionsSchema.safeParse(call.effect.options).data;
  if (!parsed) throw new Error('Its options are not well-formed');
  const { model = vendor.model, messages = [], systemMessage, temperature, maxTokens } = parsed;
  if (model === undefined) throw new Error('No model is chosen');
  const system = systemMessage ? [{ role: 'system', content: systemMessage } as const] : [];
  const prompt = promptOf([...system, ...messages], vendor.sees?.test(model) ?? false);
  const said = await converse(ports, call, {
    open: (fetch) => vendor.open({ account, model, fetch }),
    options: {
      prompt,
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    },
    secret: account.apiKey,
  });
  return { ok: true, value: valueOf(said) };
}

function valueOf({ text, usage }: Said): object {
  const parts = Object.entries({
    'Message content': text,
    'Total tokens': usage.total,
    'Prompt tokens': usage.prompt,
    'Completion tokens': usage.completion,
  });
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}
