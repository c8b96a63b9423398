import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { openAccount } from '../account.js';
import { converse } from './converse.js';
import type { ModelVendor } from './modelVendor.js';
import { modelVendor } from './modelVendors.js';
import type { Said } from './publish.js';
import { messagesSchema, promptOf } from './prompt.js';
import { openToolbox, type Toolbox } from './toolbox.js';

const optionsSchema = z.looseObject({
  model: z.string().min(1).optional(),
  messages: messagesSchema.optional(),
  systemMessage: z.string().optional(),
  temperature: z.coerce.number().optional().catch(undefined),
  maxTokens: z.coerce.number().int().positive().optional().catch(undefined),
});

type Options = z.infer<typeof optionsSchema>;

/** Generates the next message of a dialogue with a model of any vendor. */
export async function completeChat(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const { type, options } = call.effect;
  const vendor = modelVendor(type);
  const account = await openAccount(ports, call, vendor.address);
  const parsed = optionsSchema.safeParse(options).data;
  if (!parsed) throw new Error('Its options are not well-formed');
  const model = parsed.model ?? vendor.model;
  if (model === undefined) throw new Error('No model is chosen');
  const tools = openToolbox(ports, call, options['tools']);
  const said = await converse(ports, call, {
    model,
    open: (fetch) => vendor.open({ account, model, fetch }),
    options: callOptionsOf({ ...parsed, model }, vendor, tools),
    tools,
    secret: account.apiKey,
  });
  return { ok: true, value: valueOf(said), warning: said.warning, ...tools.made() };
}

function callOptionsOf(
  { model = '', messages = [], systemMessage, temperature, maxTokens }: Options,
  { sees, longestAnswer, always }: ModelVendor,
  { definitions }: Toolbox,
): LanguageModelV3CallOptions {
  const longest = maxTokens ?? longestAnswer;
  const system = systemMessage ? [{ role: 'system', content: systemMessage } as const] : [];
  return {
    prompt: promptOf([...system, ...messages], sees?.test(model) ?? false),
    ...(temperature !== undefined && { temperature }),
    ...(longest !== undefined && { maxOutputTokens: longest }),
    ...(definitions.length > 0 && { tools: definitions }),
    ...always,
  };
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
