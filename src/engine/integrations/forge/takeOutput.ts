import type {
  BlockContext,
  BlockResult,
  ResumeInput,
  VariableWrite,
} from '../../blocks/kind/block.js';
import { failureLog, warningLogs } from '../../interpreter/failureLog.js';
import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { assignedBy, printedBy } from '../../scripts/serverScript.js';
import { textOutput } from '../streamedText.js';
import { toValue } from '../../values/toValue.js';
import type { ForgeAction, Vendor } from './action.js';
import { mappedItems, textItem, type MappedItem } from './itemVariableId.js';
import { actionOf, type ForgeBlock } from './startAction.js';

/** Reads the output of an action, also one that the client has streamed. The flow continues in any case. */
export function takeOutput(
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
  const members = lists && options[lists.key];
  if (!lists || !Array.isArray(members)) return [];
  return members
    .filter(isJsonRecord)
    .flatMap((member) => mappedItem(member[lists.part], member['variableId']));
}

function mappedItem(item: unknown, variableId: unknown): MappedItem[] {
  return typeof item === 'string' && typeof variableId === 'string' ? [{ item, variableId }] : [];
}
