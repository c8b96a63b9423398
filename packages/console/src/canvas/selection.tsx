import type { Flow } from '@parley/client';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSearchParams } from 'wouter';
import { useDraft, useDraftState } from '../draft/useDraft.js';
import { findBlock } from './flowModel.js';
import { notesOf } from './model/notes.js';
import type { Picked, Selection } from './picked.js';

const NOTHING: Picked = { groupIds: [] };
const SelectionContext = createContext<Selection>({ ...NOTHING, select: () => undefined });

/** What is selected. */
export function useSelection(): Selection {
  return useContext(SelectionContext);
}

/** Keeps the selection, with the block or the only group also in the address, as `?at=`. */
export function SelectionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const draft = useDraft();
  const [params, setParams] = useSearchParams();
  const [picked, setPicked] = useState(NOTHING);
  const at = params.get('at') ?? undefined;
  const shown = useRef<string>(undefined);
  const select = useCallback(
    (parts: Partial<Picked>) => {
      const group = parts.blockId && findBlock(draft.state().flow, parts.blockId)?.group;
      const next = { groupIds: group ? [group.id] : [], ...parts };
      setPicked(next);
      shown.current = idOf(next);
      setParams((before) => withId(before, shown.current), { replace: true });
    },
    [draft, setParams],
  );
  // Follows an address or a link. Unsaved edits are restored after the flow, so the part may appear later.
  const kind = useDraftState(({ flow }) =>
    at === undefined || at === shown.current ? undefined : kindOf(flow, at),
  );
  useEffect(() => {
    if (at === undefined || at === shown.current) return;
    if (kind !== undefined) return select(kind === 'block' ? { blockId: at } : { groupIds: [at] });
    shown.current = undefined;
    setPicked(NOTHING);
  }, [at, kind, select]);
  const selection = useMemo(() => ({ ...picked, select }), [picked, select]);
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** Whether an id is that of a block, or of a group or another part of the canvas; undefined where the flow has no such part. */
function kindOf(flow: Flow, id: string): 'block' | 'part' | undefined {
  if (findBlock(flow, id)) return 'block';
  const parts = [...flow.groups, ...flow.events, ...notesOf(flow)];
  return parts.some((part) => part.id === id) ? 'part' : undefined;
}

function idOf({ blockId, groupIds }: Picked): string | undefined {
  return blockId ?? (groupIds.length === 1 ? groupIds[0] : undefined);
}

function withId(params: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === undefined) next.delete('at');
  else next.set('at', id);
  return next;
}
