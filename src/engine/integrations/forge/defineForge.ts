import { z } from 'zod';
import {
  type BlockContext,
  type BlockResult,
  defineBlock,
  type ResumeInput,
  type VariableWrite,
} from '../../blocks/kind/block.js';
import { noFaults } from '../../blocks/kind/blockFault.js';
import { schemaOf } from '../../blocks/kind/blockFields.js';
import { recordsIn, type JsonRecord } from '../../documents/jsonRecord.js';
import { accountIdSchema, actionSchema } from '../../documents/optionMeaning.js';
import { optional } from '../../fields/field.js';
import { failureLog, warningLogs } from '../../interpreter/failureLog.js';
import { assignedBy, printedBy } from '../../scripts/serverScript.js';
import { toValue } from '../../values/value.js';
import { textOutput } from '../streamedText.js';
import type { ForgeAction, Vendor } from './action.js';
import { type MappedItem, mappedItems, textItem } from './itemVariableId.js';
import { actionOf, type ForgeBlock, startAction } from './startAction.js';

/** The kind of block that runs a vendor's actions. */
export function defineForge(vendor: Vendor) {
  return defineBlock({
    type: vendor.type,
    family: 'integration',
    label: vendor.label,
    icon: vendor.icon,
    searchWords: vendor.searchWords,
    summary: vendor.summary,
    ...(vendor.leaves !== undefined && { leaves: vendor.leaves }),
    ...(vendor.repeats !== undefined && { repeats: vendor.repeats }),
    ...(vendor.usesAi && { usesAi: vendor.usesAi }),
    example: exampleOf(vendor),
    schema: schemaOf(vendor.type, optionsSchemaOf(vendor)),
    faults: noFaults,
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
function optionsSchemaOf(vendor: Vendor) {
  const { base = {}, needsCredentials, actions } = vendor;
  const credentials = needsCredentials
    ? {
        credentialsId: optional(accountIdSchema, 'The account with the vendor.', {
          title: 'Account',
          credentials: vendor.type,
        }),
      }
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

/** Reads the output of an action, also one that the client has streamed. The flow continues in any case. */
function takeOutput(
  vendor: Vendor,
  { block, answer }: { readonly block: ForgeBlock; readonly answer: ResumeInput },
  context: BlockContext,
): BlockResult {
  const { options = {} } = block;
  const action = actionOf(vendor, options);
  if (!action) return { go: 'next' };
  if (action.resume) return action.resume(answer, options, context);
  const what = `Block ${block.id} (${vendor.type}: ${action.name})`;
  if (!answer.ok) return { go: 'next', logs: [failureLog(`${what} failed`, answer.error)] };
  const { output, ...shown } = textOutput(answer, textItem(action));
  const set = [...assignedBy(answer, context), ...writesOf(action, options, output)];
  const logs = [...printedBy(answer, what), ...warningLogs(answer, what)];
  return { go: 'next', set, ...shown, ...(logs.length > 0 && { logs }) };
}

/** A variable whose part the output does not have keeps its value. */
function writesOf(action: ForgeAction, options: JsonRecord, output: JsonRecord): VariableWrite[] {
  const named = [
    ...mappedItems(action, options),
    ...savedItems(action, options),
    ...listedItems(action, options),
  ];
  return named.flatMap(({ item, variableId }) =>
    Object.hasOwn(output, item) ? [{ variableId, value: toValue(output[item]) }] : [],
  );
}

function savedItems({ saves = {} }: ForgeAction, options: JsonRecord): MappedItem[] {
  return Object.entries(saves).flatMap(([key, item]) => mappedItem(item, options[key]));
}

function listedItems({ lists }: ForgeAction, options: JsonRecord): MappedItem[] {
  if (!lists) return [];
  return recordsIn(options[lists.key]).flatMap((member) =>
    mappedItem(member[lists.part], member['variableId']),
  );
}

function mappedItem(item: unknown, variableId: unknown): MappedItem[] {
  return typeof item === 'string' && typeof variableId === 'string' ? [{ item, variableId }] : [];
}
