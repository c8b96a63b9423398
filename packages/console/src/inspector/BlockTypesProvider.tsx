import { BlockForm, BlockTypes } from '@parley/client/dashboard';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useData } from '../app/server.js';
import type { Kind, Kinds } from '../canvas/model/kinds.js';
import { ofServer } from '../i18n/t.js';
import type { Field } from './formModel.js';

const KindsContext = createContext<Kinds>(new Map());

/** The form of a kind that is not read yet. */
export const NO_FIELDS: readonly Field[] = [];

/** Reads the kinds of blocks, once for all that is inside. */
export function BlockTypesProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { data } = useData(BlockTypes, {}, { isFixed: true });
  const kinds = useMemo(
    () => new Map(data?.blockTypes.map((kind) => [kind.type, inLanguage(kind)])),
    [data?.blockTypes],
  );
  return <KindsContext value={kinds}>{children}</KindsContext>;
}

/** A kind in the language that is shown. People find it by its English name, too. */
function inLanguage(kind: Kind): Kind {
  const { label, help, searchWords, canvasFields } = kind;
  return {
    ...kind,
    label: ofServer(label),
    help: ofServer(help),
    searchWords: [...searchWords, label],
    canvasFields: canvasFields.map((field) => ({
      ...field,
      choices: field.choices.map((choice) => ({ ...choice, label: ofServer(choice.label) })),
    })),
  };
}

/** The kinds of blocks that the server has; none until they are read. */
export function useKinds(): Kinds {
  return useContext(KindsContext);
}

/** The members of a kind of block, for its form; empty until they are read. Those of all kinds would be ten times what the canvas needs. */
export function useFieldsOf(type: unknown): readonly Field[] {
  const { data } = useData(BlockForm, { type: String(type) }, { isFixed: true });
  return data?.blockTypes[0]?.fields ?? NO_FIELDS;
}
