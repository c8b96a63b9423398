import type { BlockTypesQuery } from '@parley/client/dashboard';
import { useMemo } from 'react';
import { useBlockTypes } from '../../inspector/BlockTypesProvider.js';

/** How a kind of block is shown. */
export type Kind = BlockTypesQuery['blockTypes'][number];

/** The kinds of blocks by their `type`; empty until they are read. */
export function useKinds(): ReadonlyMap<string, Kind> {
  const types = useBlockTypes();
  return useMemo(() => new Map(types.map((kind) => [kind.type, kind])), [types]);
}
