import { z } from 'zod';
import { defineBlock } from '../../blocks/kind/block.js';
import { schemaOf } from '../../blocks/kind/blockFields.js';
import type { JsonRecord } from '../../documents/jsonRecord.js';
import type { ForgeAction, Vendor } from './action.js';
import { startAction } from './startAction.js';
import { takeOutput } from './takeOutput.js';
import { accountIdSchema, actionSchema } from '../../documents/optionMeaning.js';

/** The kind of block that runs a vendor's actions. */
export function defineForge(vendor: Vendor) {
  return defineBlock({
    type: vendor.type,
    family: 'integration',
    summary: vendor.summary,
    ...(vendor.leaves !== undefined && { leaves: vendor.leaves }),
    ...(vendor.repeats !== undefined && { repeats: vendor.repeats }),
    example: exampleOf(vendor),
    schema: schemaOf(vendor.type, optionsSchemaOf(vendor)),
    services: ({ options }) => servicesOf(vendor, options),
    enter: (block, context) => startAction(vendor, block, context),
    resume: (answer, block, context) => takeOutput(vendor, { block, answer }, context),
  });
}

/** The services of the chosen action, or of all actions when none is chosen. */
function servicesOf({ type, actions }: Vendor, options: JsonRecord = {}): string[] {
  const { action } = options;
  const chosen = actions.filter(({ name }) => name === action);
  return (chosen.length > 0 ? chosen : actions).map(({ name }) => `${type}: ${name}`);
}

function exampleOf({ actions: [first], example, needsCredentials }: Vendor) {
  const credentials = needsCredentials ? { credentialsId: 'cred_1' } : {};
  return { options: { ...credentials, action: first.name, ...example } };
}

/** A union by action; a block whose action is not chosen yet is parsed as if it were the first. */
function optionsSchemaOf({ base = {}, needsCredentials, actions }: Vendor) {
  const credentials = needsCredentials
    ? { credentialsId: accountIdSchema.optional().describe('The account with the vendor.') }
    : {};
  const [first, ...others] = actions;
  const shapeOf = ({ options }: ForgeAction) => ({ ...credentials, ...base, ...options });
  return z.discriminatedUnion('action', [
    z.looseObject({ ...shapeOf(first), action: actionSchema(first.name).optional() }),
    ...others.map((action) =>
      z.looseObject({ ...shapeOf(action), action: actionSchema(action.name) }),
    ),
  ]);
}
