import { type Node, type NodeProps, useReactFlow } from '@xyflow/react';
import type { FlowPart } from '@parley/client';
import { memo, type PointerEvent, type ReactNode, useState } from 'react';
import { t } from '../../i18n/t.js';
import { useTyped } from '../../ui/useTyped.js';
import { follow } from '../input/drag.js';
import { colorOf, saidBy, sideOf, sizeOfNote } from '../model/notes.js';
import { useBoard } from './board.js';
import { Names } from './GroupBox.js';

/** A note for React Flow. */
export type NoteNode = Node<
  {
    readonly note: FlowPart;
    readonly isWriting: boolean;
    /** The names of others who look at it. */
    readonly people: string | undefined;
  },
  'flowNote'
>;

/** A note, which its author moves, writes on, and makes larger at its corner. */
export const NoteBox = memo(function NoteBox({
  data: { note, isWriting, people },
  selected,
}: NodeProps<NoteNode>): ReactNode {
  const { beginRename } = useBoard();
  const { size, begin } = useResizing(note);
  return (
    <section
      className={`note ${colorOf(note)}${selected ? ' picked' : ''}`}
      style={size}
      data-note={note.id}
      onDoubleClick={() => beginRename(note.id)}
    >
      <Names names={people} />
      {isWriting ? <NoteField note={note} /> : <Said note={note} />}
      {selected ? (
        <span className="corner nodrag" title={t('Drag to resize')} onPointerDown={begin} />
      ) : null}
    </section>
  );
});

function Said({ note }: { readonly note: FlowPart }): ReactNode {
  const text = saidBy(note);
  return text === '' ? <p className="blank">{t('Double-click to write')}</p> : <p>{text}</p>;
}

/** The field in which a note is written: stored after a pause, and when it is left. */
function NoteField({ note }: { readonly note: FlowPart }): ReactNode {
  const { changeNote, endWriting } = useBoard();
  const typed = useTyped(saidBy(note), (text) => changeNote(note.id, { text }));
  return (
    <textarea
      className="nodrag nowheel nopan"
      aria-label={t('Text of the note')}
      autoFocus
      maxLength={10_000}
      value={typed.text}
      onFocus={typed.enter}
      onBlur={({ relatedTarget }) => {
        typed.leave();
        endWriting(relatedTarget);
      }}
      onChange={({ target }) => typed.type(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

/** The size of a note: the stored one, or while its corner is dragged, the one it would have. */
function useResizing(note: FlowPart) {
  const { screenToFlowPosition } = useReactFlow();
  const { changeNote } = useBoard();
  const stored = sizeOfNote(note);
  const [dragged, setDragged] = useState<typeof stored>();
  const begin = (event: PointerEvent) => {
    event.stopPropagation();
    const start = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const sizeAt = (place: { readonly x: number; readonly y: number }) => {
      const { x, y } = screenToFlowPosition(place);
      return {
        width: sideOf(stored.width + x - start.x),
        height: sideOf(stored.height + y - start.y),
      };
    };
    follow(event, {
      move: (place) => setDragged(sizeAt(place)),
      drop: (place) => changeNote(note.id, { size: sizeAt(place) }),
      click: () => undefined,
      end: () => setDragged(undefined),
    });
  };
  return { size: dragged ?? stored, begin };
}
