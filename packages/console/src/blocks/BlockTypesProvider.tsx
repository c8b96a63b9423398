import { BlockForms, BlockTypes } from '@parley/client/dashboard';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useData } from '../app/server.js';
import { useDraft } from '../draft/useDraft.js';
import { ofServer, searchWordsOf } from '../i18n/t.js';
import type { Field } from './formModel.js';
import type { Kind, Kinds } from './kinds.js';

const KindsContext = createContext<Kinds>(new Map());

/** The form of a kind that is not read yet. */
export const NO_FIELDS: readonly Field[] = [];

/** The forms of kinds, by their types. */
type Forms = ReadonlyMap<string, readonly Field[]>;

const FormsContext = createContext<Forms>(new Map());

/** Reads the kinds of blocks, once for all that is inside. */
export function BlockTypesProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { data } = useData(BlockTypes, {}, { isFixed: true });
  const kinds = useMemo(
    () => new Map(data?.blockTypes.map((kind) => [kind.type, inLanguage(kind)])),
    [data?.blockTypes],
  );
  const forms = useFormsAhead();
  return (
    <KindsContext value={kinds}>
      <FormsContext value={forms}>{children}</FormsContext>
    </KindsContext>
  );
}

/** Milliseconds after which the page counts as idle, in browsers that do not say it. */
const SOON = 2_000;

/** Reads the forms of all kinds in the draft once the page is idle: they are there then, even when the network is not. */
function useFormsAhead(): Forms {
  const draft = useDraft();
  const [types, setTypes] = useState<readonly string[]>([]);
  useEffect(() => {
    const note = (): void => {
      const blocks = draft.state().flow.groups.flatMap((group) => group.blocks);
      setTypes([...new Set(blocks.map(({ type }) => String(type)))].sort());
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(note, SOON);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(note);
    return () => cancelIdleCallback(waiting);
  }, [draft]);
  const { data } = useData(BlockForms, { types }, { isFixed: true, pause: types.length === 0 });
  return useMemo(
    () => new Map(data?.blockTypes.map(({ type, fields }) => [type, fields])),
    [data?.blockTypes],
  );
}

/** A kind in the language that is shown. People find it by what it is and does in English, too. */
function inLanguage(kind: Kind): Kind {
  const { label, help, searchWords, canvasFields } = kind;
  return {
    ...kind,
    label: ofServer(label),
    help: ofServer(help),
    searchWords: [
      ...[...searchWords, searchWordsOf(label)],
      ...[label, help].filter((text) => ofServer(text) !== text),
    ],
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
  const known = useContext(FormsContext).get(String(type));
  const one = { types: [String(type)] };
  const { data } = useData(BlockForms, one, { isFixed: true, pause: known !== undefined });
  return known ?? data?.blockTypes[0]?.fields ?? NO_FIELDS;
}
