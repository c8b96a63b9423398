import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { parsedAs } from '../parsedAs.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { openAccount } from '../account.js';
import { converse } from './converse.js';
import { modelVendor } from './modelVendors.js';
import { strictSchemaOf, type Parameter } from './toolInput.js';

const wantedSchema = z.looseObject({
  variableId: z.string().min(1),
  name: z.string().min(1),
  type: z.enum(['string', 'number', 'boolean', 'array', 'enum']).catch('string'),
  description: z.string().optional().catch(undefined),
  isRequired: z.boolean().catch(true),
  values: z.array(z.string()).optional().catch(undefined),
});
type Wanted = z.infer<typeof wantedSchema>;

const optionsSchema = z.looseObject({
  model: z.string().min(1),
  prompt: z.string().catch(''),
  variablesToExtract: z.array(z.unknown()).catch([]),
});

/**
 * Lets a model extract values from a text. The output holds each value under the id of its variable; values that were not found are absent.
 */
export async function generateVariables(
  ports: VendorPorts,
  call: VendorCall,
): Promise<EffectResult> {
  const vendor = modelVendor(call.effect.type);
  const account = await openAccount(ports, call, vendor.address);
  const options = optionsSchema.safeParse(call.effect.options).data;
  if (!options) throw new Error('No model is chosen');
  const { model, prompt, variablesToExtract } = options;
  const wanted = variablesToExtract.flatMap((entry) => wantedSchema.safeParse(entry).data ?? []);
  if (wanted.length === 0) throw new Error('No variables are chosen');
  const schema = strictSchemaOf(wanted.map(parameterOf));
  const { text, warning } = await converse(ports, call, {
    model,
    open: (fetch) => vendor.open({ account, model, fetch }),
    options: {
      prompt: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: [{ type: 'text', text: prompt }] },
      ],
      responseFormat: { type: 'json', name: 'variables', schema },
    },
    secret: account.apiKey,
  });
  if (warning !== undefined) throw new Error(warning);
  const found = parsedAs(z.record(z.string(), z.unknown()), text);
  if (!found) throw new Error('The service failed: what it found is not a JSON object');
  return { ok: true, value: Object.fromEntries(wanted.flatMap(foundIn(found))) };
}

const INSTRUCTIONS =
  'Read the values out of what the user says. A value that the text does not have is null.';

/** A parameter for a vendor. Its name has only plain letters; the description contains the name that the author wrote. */
function parameterOf({ name, description, isRequired, ...one }: Wanted, at: number): Parameter {
  const about = description === undefined ? name : `${name}: ${description}`;
  return { ...one, name: keyOf(name, at), description: about, required: isRequired };
}

function keyOf(name: string, at: number): string {
  return /^[\w-]{1,60}$/.test(name) ? name : `value_${at + 1}`;
}

function foundIn(found: Readonly<Record<string, unknown>>) {
  return ({ name, variableId, type, values = [] }: Wanted, at: number): [string, unknown][] => {
    const key = keyOf(name, at);
    const value = Object.hasOwn(found, key) ? found[key] : undefined;
    const isKnown =
      type !== 'enum' || values.length === 0 || values.some((allowed) => allowed === value);
    return value === undefined || value === null || !isKnown ? [] : [[variableId, value]];
  };
}
