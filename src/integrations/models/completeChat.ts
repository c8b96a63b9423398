import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
} from '@ai-sdk/provider';
import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { openAccount } from '../account.js';
import { parseUrl } from '../parseUrl.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { converse } from './converse.js';
import type { ModelVendor } from './modelVendor.js';
import { modelVendor } from './modelVendors.js';
import type { Said } from './publish.js';
import { openToolbox, type Toolbox } from './toolbox.js';

/** The messages of a block, in the form of the engine. */
const messagesSchema = z.array(
  z.looseObject({
    role: z.enum(['system', 'user', 'assistant']),
    content: z.string(),
    name: z.string().optional(),
  }),
);

/** The prompt for a model. URLs of images in messages of the user are sent as images if the model supports them. */
export function promptOf(
  messages: z.infer<typeof messagesSchema>,
  sees: boolean,
): LanguageModelV3Prompt {
  return messages.map(({ role, content, name }): LanguageModelV3Message => {
    const named = providerOptionsOf(name);
    if (role === 'system') return { role, content, ...named };
    const text = { type: 'text', text: content } as const;
    if (role === 'assistant') return { role, content: [text], ...named };
    const images = (sees ? imagesIn(content) : []).map(
      (data) => ({ type: 'file', mediaType: 'image/*', data }) as const,
    );
    // For a message of a single text, the library reads the name from that text.
    if (images.length === 0) return { role, content: [{ ...text, ...named }] };
    return { role, content: [text, ...images], ...named };
  });
}

/** A name with only the characters that OpenAI allows (https://developers.openai.com/api/reference/resources/chat). */
function providerOptionsOf(name = '') {
  const allowed = name.replace(/[\s<|\\/>]+/g, '_').slice(0, LONGEST_NAME);
  return allowed === '' ? {} : { providerOptions: { openaiCompatible: { name: allowed } } };
}

const LONGEST_NAME = 64;

/** Images of a message that are sent, at most. */
const MOST_IMAGES = 10;

function imagesIn(text: string): URL[] {
  const words = text.split(/\s+/).filter((word) => IMAGE.test(word));
  return words.flatMap((word) => parseUrl(word) ?? []).slice(0, MOST_IMAGES);
}

const IMAGE = /^https?:\/\/[^?#]+\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i;

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
  const answer = await converse(ports, call, {
    model,
    open: (fetch) => vendor.open({ account, model, fetch }),
    options: callOptionsOf({ ...parsed, model }, vendor, tools),
    tools,
    secret: account.apiKey,
  });
  return { ok: true, value: valueOf(answer), warning: answer.warning, ...tools.made() };
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
