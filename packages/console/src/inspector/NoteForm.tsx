import type { FlowPart } from '@parley/client';
import type { ReactNode } from 'react';
import { useGestures } from '../canvas/input/useGestures.js';
import { removeChosen } from '../canvas/model/gestures.js';
import {
  colorOf,
  NOTE_COLORS,
  NOTE_SIZES,
  saidBy,
  sideOf,
  sizeOfNote,
} from '../canvas/model/notes.js';
import { useSelection } from '../canvas/selection.js';
import { useDraft } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { Theirs } from './controls/Theirs.js';
import { typedIn, useTyped } from '../ui/useTyped.js';

/** What a note says, its color and its size. */
export function NoteForm({ note }: { readonly note: FlowPart }): ReactNode {
  const draft = useDraft();
  const selection = useSelection();
  const { run } = useGestures();
  const change = (patch: Readonly<Record<string, unknown>>) =>
    draft.edit([{ updateNote: { noteId: note.id, patch } }]);
  const typed = useTyped(saidBy(note), (text) => change({ text }));
  return (
    <>
      <header className="inspectorHead">
        <h2>{t('Note')}</h2>
      </header>
      <p className="help">{t('For those who work on this flow: visitors never see it.')}</p>
      <div className="field">
        <label htmlFor="noteText">{t('Text')}</label>
        <textarea id="noteText" rows={6} maxLength={10_000} {...typedIn(typed)} />
        <Theirs typed={typed} />
      </div>
      <fieldset className="noteColors">
        <legend>{t('Color')}</legend>
        {NOTE_COLORS.map((color) => (
          <label key={color} className={color}>
            <input
              type="radio"
              name="noteColor"
              checked={colorOf(note) === color}
              onChange={() => change({ color })}
            />
            {COLOR_NAMES[color]}
          </label>
        ))}
      </fieldset>
      <Side key={`${note.id} width`} note={note} side="width" label={t('Width')} />
      <Side key={`${note.id} height`} note={note} side="height" label={t('Height')} />
      <div className="partActions">
        <button
          type="button"
          onClick={() => run(removeChosen(draft.state().flow, selection), t('Deleted'))}
        >
          {t('Delete')}
        </button>
      </div>
    </>
  );
}

const COLOR_NAMES: Readonly<Record<(typeof NOTE_COLORS)[number], string>> = {
  yellow: t('Yellow'),
  green: t('Green'),
  blue: t('Blue'),
  purple: t('Purple'),
  red: t('Red'),
  grey: t('Grey'),
};

function Side({
  note,
  side,
  label,
}: {
  readonly note: FlowPart;
  readonly side: 'width' | 'height';
  readonly label: string;
}): ReactNode {
  const draft = useDraft();
  const size = sizeOfNote(note);
  const typed = useTyped(String(size[side]), (text) => {
    const pixels = Number(text);
    if (!pixels) return;
    const patch = { size: { ...size, [side]: sideOf(pixels) } };
    draft.edit([{ updateNote: { noteId: note.id, patch } }]);
  });
  return (
    <div className="field">
      <label htmlFor={`note-${side}`}>{label}</label>
      <input
        id={`note-${side}`}
        type="number"
        min={NOTE_SIZES.least}
        max={NOTE_SIZES.most}
        step={8}
        {...typedIn(typed)}
      />
    </div>
  );
}
