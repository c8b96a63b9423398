import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { openAccount } from '../account.js';
import {
  inColumns,
  pairsIn,
  readOptions,
  type ServiceRecord,
  type VendorAction,
  type VendorCall,
  type VendorPorts,
} from '../vendorAction.js';
import { answerAs, answerTo } from '../vendorRequest.js';

const searchSchema = z.looseObject({
  returnType: z.enum(['All', 'First', 'Last', 'Random']).catch('All'),
});

const search: VendorAction = async (ports, call) => {
  const { returnType } = searchSchema.parse(call.effect.options);
  const found = await findRecords(ports, call);
  if (found.length === 0) return { ok: true, value: {} };
  return { ok: true, value: returnType === 'All' ? inColumns(found) : oneOf(found, returnType) };
};

function oneOf(found: readonly ServiceRecord[], which: 'First' | 'Last' | 'Random'): unknown {
  if (which === 'Random') return found[randomInt(found.length)];
  return found.at(which === 'First' ? 0 : -1);
}

const create: VendorAction = async (ports, call) => {
  await send(ports, call, { method: 'POST', body: pairsIn(call.effect.options['fields']) });
  return { ok: true };
};

/** Requires a filter, because without one it would change the whole table. */
const update: VendorAction = async (ports, call) => {
  const { filter, updates } = call.effect.options;
  if (whereOf(filter) === undefined) throw new Error('It is not said which records to change');
  const changes = pairsIn(updates);
  const found = await findRecords(ports, call);
  const body = found.map(({ Id }) => ({ ...changes, Id }));
  if (body.length > 0) await send(ports, call, { method: 'PATCH', body });
  return { ok: true };
};

/** The actions of NocoDB. A turn that is repeated after a crash may add a record twice. */
export const nocodb = {
  'Search Records': search,
  'Create Record': create,
  'Update Existing Record': update,
};

/** Records of one search, at most: the limit of the service. */
const MAX_RECORDS = 1_000;

const placeSchema = z.looseObject({
  tableId: z.string({ error: 'No table is chosen' }).min(1),
  viewId: z.string().optional(),
  filter: z.unknown().optional(),
});

const listSchema = z.object({ list: z.array(z.record(z.string(), z.unknown())) });

/** The records that a block selects, in the order of the table or view. */
async function findRecords(ports: VendorPorts, call: VendorCall): Promise<ServiceRecord[]> {
  const { viewId, filter } = readOptions(placeSchema, call.effect.options);
  const where = whereOf(filter);
  const query = new URLSearchParams({ limit: String(MAX_RECORDS), ...(viewId && { viewId }) });
  if (where !== undefined) query.set('where', where);
  const text = await send(ports, call, { method: 'GET', query: `?${query.toString()}` });
  return answerAs(listSchema, text).list;
}

/** Sends a request about the records of the block's table (https://data-apis-v2.nocodb.com). */
async function send(
  ports: VendorPorts,
  call: VendorCall,
  {
    method,
    query = '',
    body,
  }: { readonly method: string; readonly query?: string; readonly body?: object },
): Promise<string> {
  const { apiKey, address } = await openAccount(ports, call, 'https://app.nocodb.com');
  const { tableId } = readOptions(placeSchema, call.effect.options);
  return answerTo(ports, call, {
    url: `${address}/api/v2/tables/${encodeURIComponent(tableId)}/records${query}`,
    method,
    headers: { 'xc-token': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const filterSchema = z.object({
  joiner: z.enum(['AND', 'OR']).catch('AND'),
  comparisons: z
    .array(
      z.object({
        input: z.string().optional(),
        operator: z.string().optional(),
        value: z.string().catch(''),
      }),
    )
    .catch([]),
});

/** The comparison operators of the service (https://data-apis-v2.nocodb.com, "Comparison Operators"). */
const OPERATORS = new Map<string, (value: string) => string>([
  ['Equal to', (value) => `eq,${value}`],
  ['Not equal', (value) => `neq,${value}`],
  ['Contains', (value) => `like,%${value}%`],
  ['Does not contain', (value) => `nlike,%${value}%`],
  ['Starts with', (value) => `like,${value}%`],
  ['Ends with', (value) => `like,%${value}`],
  ['Greater than', (value) => `gt,${value}`],
  ['Greater or equal to', (value) => `ge,${value}`],
  ['Less than', (value) => `lt,${value}`],
  ['Less or equal to', (value) => `le,${value}`],
  ['Is set', () => 'notblank'],
  ['Is empty', () => 'blank'],
]);

/**
 * A filter in the syntax of the service; undefined without comparisons. The syntax has no quoting and values may come from visitors, so
 * values with its special characters are refused: they could select other records.
 */
function whereOf(filter: unknown): string | undefined {
  const { joiner, comparisons } = filterSchema
    .catch({ joiner: 'AND', comparisons: [] })
    .parse(filter);
  const parts = comparisons.flatMap(({ input, operator = 'Equal to', value }) => {
    if (input === undefined) return [];
    const format = OPERATORS.get(operator);
    if (!format) throw new Error(`Records cannot be compared by "${operator}"`);
    if (/[(),~]/.test(input + value)) throw new Error('A filter cannot hold ( ) , or ~');
    return [`(${input},${format(value)})`];
  });
  return parts.length > 0 ? parts.join(joiner === 'OR' ? '~or' : '~and') : undefined;
}
