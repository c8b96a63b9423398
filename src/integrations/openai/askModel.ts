import type { LanguageModelV3CallOptions, LanguageModelV3ProviderTool } from '@ai-sdk/provider';
import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { openAccount } from '../account.js';
import { converse, type Question } from '../models/converse.js';
import { openToolbox, type Toolbox } from '../models/toolbox.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { OPENAI_ADDRESS, openLibrary } from './openLibrary.js';

const amount = z.coerce.number().optional().catch(undefined);
const optionsSchema = z.looseObject({
  model: z.string().min(1),
  message: z.string().catch(''),
  instructions: z.string().optional().catch(undefined),
  previousResponseId: z.string().optional().catch(undefined),
  fileSearchVectorStoreIds: z.array(z.string().min(1)).catch([]),
  fileSearchMaxNumResults: amount,
  fileSearchScoreThreshold: amount,
  webSearchEnabled: z.boolean().catch(false),
  codeInterpreterEnabled: z.boolean().catch(false),
  temperature: amount,
});
type Options = z.infer<typeof optionsSchema>;

/** Sends a message to a model of OpenAI, which keeps the dialogue itself and may search and compute on its side. */
export async function askModel(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const account = await openAccount(ports, call, OPENAI_ADDRESS);
  const parsed = optionsSchema.safeParse(call.effect.options).data;
  if (!parsed) throw new Error('No model is chosen');
  const tools = openToolbox(ports, call, call.effect.options['functions']);
  const { text, id, warning } = await converse(ports, call, {
    model: parsed.model,
    open: async (fetch) => (await openLibrary(account, fetch)).responses(parsed.model),
    options: callOptionsOf(parsed, tools),
    tools,
    follow,
    secret: account.apiKey,
  });
  const value = { Message: text, ...(id !== undefined && { 'Response ID': id }) };
  return { ok: true, value, warning, ...tools.made() };
}

function callOptionsOf(options: Options, { definitions }: Toolbox): LanguageModelV3CallOptions {
  const { message, instructions, previousResponseId, temperature } = options;
  const tools = [...definitions, ...vendorTools(options)];
  return {
    prompt: [{ role: 'user', content: [{ type: 'text', text: message }] }],
    ...(temperature !== undefined && { temperature }),
    ...(tools.length > 0 && { tools }),
    providerOptions: {
      openai: {
        ...(instructions && { instructions }),
        ...(previousResponseId && { previousResponseId }),
      },
    },
  };
}

/** The tools that the vendor runs. */
function vendorTools(options: Options): LanguageModelV3ProviderTool[] {
  const { fileSearchVectorStoreIds: vectorStoreIds, fileSearchMaxNumResults } = options;
  const { fileSearchScoreThreshold: scoreThreshold, webSearchEnabled } = options;
  const search = {
    vectorStoreIds,
    ...(fileSearchMaxNumResults !== undefined && { maxNumResults: fileSearchMaxNumResults }),
    ...(scoreThreshold !== undefined && { ranking: { scoreThreshold } }),
  };
  return [
    ...(vectorStoreIds.length > 0 ? [toolNamed('file_search', search)] : []),
    ...(webSearchEnabled ? [toolNamed('web_search')] : []),
    ...(options.codeInterpreterEnabled ? [toolNamed('code_interpreter')] : []),
  ];
}

function toolNamed(
  name: string,
  args: LanguageModelV3ProviderTool['args'] = {},
): LanguageModelV3ProviderTool {
  return { type: 'provider', id: `openai.${name}`, name, args };
}

/** Sends only the results of functions, because the service has the dialogue. */
const follow: NonNullable<Question['follow']> = (options, { id }, content) => ({
  ...options,
  prompt: [{ role: 'tool', content }],
  providerOptions: {
    openai: { ...options.providerOptions?.['openai'], ...(id && { previousResponseId: id }) },
  },
});
