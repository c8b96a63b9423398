import { BlockTypes, type BlockTypesQuery } from '@parley/client/dashboard';
import { useData } from '../app/server.js';

const NONE: BlockTypesQuery['blockTypes'] = [];

/** The kinds of blocks that the server has; empty until they are read. */
export function useBlockTypes(): BlockTypesQuery['blockTypes'] {
  return useData(BlockTypes, {}).data?.blockTypes ?? NONE;
}
