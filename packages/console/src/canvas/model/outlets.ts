import type { Flow } from '@parley/client';
import { t } from '../../i18n/t.js';
import { findBlock } from '../flowModel.js';
import type { Picked } from '../picked.js';
import type { Kinds } from '../../blocks/kinds.js';
import { planOf } from './plan.js';
import { itemTextOf } from './textOf.js';

/** A place where an edge begins, and what it is the place of. */
export interface Outlet {
  readonly id: string;
  readonly text: string;
}

/**
 * The places of the selected block, or of the last one of the selected group, where it has several: its buttons or conditions, and what
 * happens otherwise.
 */
export function outletsOf(
  flow: Flow,
  { blockId, groupIds }: Picked,
  kinds: Kinds,
): readonly Outlet[] {
  const found = blockId === undefined ? undefined : findBlock(flow, blockId)?.group;
  const group = found ?? flow.groups.find(({ id }) => id === groupIds[0]);
  const plans = group ? planOf(group, kinds).blocks : [];
  const plan =
    blockId === undefined ? plans.at(-1) : plans.find(({ block }) => block.id === blockId);
  if (!plan || plan.items.length === 0) return [];
  const nameOf = (id: string) =>
    String(flow.variables.find((one) => one.id === id)?.['name'] ?? '…');
  const rows = plan.items.map(({ row, outlet }) => ({
    id: outlet.id,
    text: itemTextOf(row, nameOf) || t('Not filled in'),
  }));
  return [...rows, { id: plan.outlet.id, text: t('Otherwise') }];
}
