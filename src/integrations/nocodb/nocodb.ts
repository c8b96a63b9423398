import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { inColumns, type ServiceRecord } from '../inColumns.js';
import { pairsIn } from '../pairsIn.js';
import type { VendorAction } from '../vendorAction.js';
import { findRecords, send } from './records.js';
import { whereOf } from './whereOf.js';

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

/** Without a filter it would change the whole table. */
const update: VendorAction = async (ports, call) => {
  const { filter, updates } = call.effect.options;
  if (whereOf(filter) === undefined) throw new Error('It is not said which records to change');
  const changes = pairsIn(updates);
  const found = await findRecords(ports, call);
  const body = found.map(({ Id }) => ({ ...changes, Id }));
  if (body.length > 0) await send(ports, call, { method: 'PATCH', body });
  return { ok: true };
};

/** The actions of NocoDB. A turn that is attempted again after a crash may add a record twice. */
export const nocodb = {
  'Search Records': search,
  'Create Record': create,
  'Update Existing Record': update,
};
