import { z } from 'zod';
import type { ServiceRecord } from '../inColumns.js';
import { openAccount } from '../account.js';
import { readOptions } from '../readOptions.js';
import { answerAs, answerTo } from '../vendorRequest.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { whereOf } from './whereOf.js';

/** The most records that are found at once, which is the most that the service gives. */
const MOST = 1_000;

const placeSchema = z.looseObject({
  tableId: z.string({ error: 'No table is chosen' }).min(1),
  viewId: z.string().optional(),
  filter: z.unknown().optional(),
});

const listSchema = z.object({ list: z.array(z.record(z.string(), z.unknown())) });

/** The records that a block means, in the order of the table or view. */
export async function findRecords(ports: VendorPorts, call: VendorCall): Promise<ServiceRecord[]> {
  const { viewId, filter } = readOptions(placeSchema, call.effect.options);
  const where = whereOf(filter);
  const query = new URLSearchParams({ limit: String(MOST), ...(viewId && { viewId }) });
  if (where !== undefined) query.set('where', where);
  const text = await send(ports, call, { method: 'GET', query: `?${query.toString()}` });
  return answerAs(listSchema, text).list;
}

/** Sends a request about the records of the block's table (https://data-apis-v2.nocodb.com). */
export async function send(
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
