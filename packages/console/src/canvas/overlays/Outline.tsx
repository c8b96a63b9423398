import type { Flow } from '@parley/client';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useBoard } from '../draw/board.js';
import { t } from '../../i18n/t.js';
import { outlineOf, type OutlineRow } from '../model/outline.js';
import type { Overlay } from '../model/overlay.js';
import type { Scene } from '../model/scene.js';
import type { Selection } from '../picked.js';

/** The height of a row, in pixels; the style sheet draws the same. */
const ROW = 32;

/** Rows that are drawn above and below those that are seen. */
const MARGIN = 8;

/** The flow as a tree beside the canvas: the same parts and keys for those who do not see it, and for small screens. */
export function Outline({
  flow,
  scene,
  selection,
  marks,
}: {
  readonly flow: Flow;
  readonly scene: Scene;
  readonly selection: Selection;
  /** What is shown over the flow. */
  readonly marks: Overlay['parts'] | undefined;
}): ReactNode {
  const { kinds, nameOf } = useBoard();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => {
    const naming = { kinds, variableOf: nameOf };
    return outlineOf(flow, { lines: scene.lines, naming, open });
  }, [flow, scene.lines, open, kinds, nameOf]);
  const active = rows.findLastIndex(({ parts }) => isPicked(parts, selection));
  const window = useRows(active);
  const toggle = ({ id }: OutlineRow, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event.key, { rows, active, toggle, select: selection.select });
    if (!act) return;
    // Other keys mean what they mean on the canvas.
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div
      className="outline"
      role="tree"
      aria-label={t('Outline of the flow')}
      aria-activedescendant={active < 0 ? undefined : `outline-${active}`}
      tabIndex={0}
      ref={window.element}
      onScroll={window.look}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: rows.length * ROW }}>
        {rows.slice(window.from, window.to).map((row, place) => (
          <div
            key={row.id}
            id={`outline-${window.from + place}`}
            role="treeitem"
            aria-level={row.level}
            aria-expanded={row.isOpen}
            aria-selected={window.from + place === active}
            className={`level${row.level}`}
            style={{ top: (window.from + place) * ROW }}
            onClick={() => {
              selection.select(row.parts);
              if (row.isOpen !== undefined) toggle(row, !row.isOpen);
            }}
          >
            {row.words}
            {marks?.get(row.id)?.words ? ` (${marks.get(row.id)?.words})` : null}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Which rows are near enough to be drawn; the active one comes into view. */
function useRows(active: number) {
  const element = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = element.current ?? {};
    setSeen({ top: scrollTop, height: clientHeight });
  };
  useEffect(() => {
    const tree = element.current;
    if (!tree || active < 0) return;
    const top = active * ROW;
    if (top < tree.scrollTop) tree.scrollTop = top;
    else if (top + ROW > tree.scrollTop + tree.clientHeight)
      tree.scrollTop = top + ROW - tree.clientHeight;
  }, [active]);
  const from = Math.max(0, Math.floor(seen.top / ROW) - MARGIN);
  return { element, look, from, to: Math.ceil((seen.top + seen.height) / ROW) + MARGIN };
}

interface Keys {
  readonly rows: readonly OutlineRow[];
  readonly active: number;
  toggle(row: OutlineRow, isOpen: boolean): void;
  select: Selection['select'];
}

/** What a key does in the tree. */
function actOf(key: string, keys: Keys): (() => void) | undefined {
  const { rows, active, select } = keys;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(active + 1, rows.length - 1),
    ArrowUp: Math.max(active - 1, 0),
    Home: 0,
    End: rows.length - 1,
  };
  const place = places[key];
  if (place !== undefined) return () => select(rows[place]?.parts ?? {});
  const row = rows[active];
  if (row && key === 'ArrowRight') return () => goIn(row, keys);
  return row && key === 'ArrowLeft' ? () => goOut(row, keys) : undefined;
}

/** Opens a row, or goes to the first one in it. */
function goIn(row: OutlineRow, { rows, active, toggle, select }: Keys): void {
  if (row.isOpen === false) toggle(row, true);
  else select(rows[active + 1]?.parts ?? row.parts);
}

/** Closes a row, or goes to the one that it is in. */
function goOut(row: OutlineRow, { rows, active, toggle, select }: Keys): void {
  const parent = rows.findLast(({ level }, place) => place < active && level < row.level);
  if (parent) select(parent.parts);
  else toggle(row, false);
}

function isPicked(parts: OutlineRow['parts'], { blockId, itemId, groupIds }: Selection): boolean {
  if (blockId !== undefined)
    return parts.blockId === blockId ? parts.itemId === itemId : isOnly(parts, groupIds);
  return isOnly(parts, groupIds);
}

/** Whether it is the row of the only selected group, also while that is closed around a selected block. */
function isOnly(
  { groupIds: [id] = [] }: OutlineRow['parts'],
  groupIds: readonly string[],
): boolean {
  return id !== undefined && groupIds.length === 1 && groupIds[0] === id;
}

/** Whether the outline is shown at first, since a canvas has little room. */
export function isSmall(): boolean {
  return matchMedia('(max-width: 600px)').matches;
}
