import { BlockForm, BlockTypes, type BlockTypesQuery } from '@parley/client/dashboard';
import { createContext, type ReactNode, useContext } from 'react';
import { useData } from '../app/server.js';
import type { Field } from './formModel.js';

type Kinds = BlockTypesQuery['blockTypes'];

const NONE: Kinds = [];
const KindsContext = createContext(NONE);

const NO_FIELDS: readonly Field[] = [];

/** Reads the kinds of blocks, once for all that is inside. */
export function BlockTypesProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { data } = useData(BlockTypes, {}, { isFixed: true });
  return <KindsContext value={data?.blockTypes ?? NONE}>{children}</KindsContext>;
}

/** The kinds of blocks that the server has; empty until they are read. */
export function useBlockTypes(): Kinds {
  return useContext(KindsContext);
}

/** The members of a kind of block, for its form; empty until they are read. Those of all kinds would be ten times what the canvas needs. */
export function useFieldsOf(type: unknown): readonly Field[] {
  const { data } = useData(BlockForm, { type: String(type) }, { isFixed: true });
  return data?.blockTypes[0]?.fields ?? NO_FIELDS;
}
