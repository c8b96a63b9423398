import { BlockTypes, type BlockTypesQuery } from '@parley/client/dashboard';
import { createContext, type ReactNode, useContext } from 'react';
import { useData } from '../app/server.js';

type Kinds = BlockTypesQuery['blockTypes'];

const NONE: Kinds = [];
const KindsContext = createContext(NONE);

/** Reads the kinds of blocks, once for all that is inside: the answer is large. */
export function BlockTypesProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { data } = useData(BlockTypes, {}, { isFixed: true });
  return <KindsContext value={data?.blockTypes ?? NONE}>{children}</KindsContext>;
}

/** The kinds of blocks that the server has; empty until they are read. */
export function useBlockTypes(): Kinds {
  return useContext(KindsContext);
}
