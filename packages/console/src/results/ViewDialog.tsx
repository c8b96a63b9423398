import {
  DeleteResultsView,
  type ResultsViewShownFragment,
  SaveResultsView,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useAction } from '../app/useAction.js';
import { useDraftState } from '../draft/useDraft.js';
import { Dialog } from '../ui/Dialog.js';
import { Fault } from '../ui/Fault.js';
import type { Column } from './cells.js';
import { argumentsOf, type Filter } from './resultFilter.js';
import { NARROWEST, WIDEST } from './WidthHandle.js';
import { t } from '../i18n/t.js';

/** Arranges the columns of the table, and saves them with the filter as a view; `saved` receives its id, or null once it is deleted. */
export function ViewDialog({
  botId,
  view,
  columns: before,
  filter,
  saved,
  close,
}: {
  readonly botId: string;
  /** The view that is shown; undefined for a new one. */
  readonly view: ResultsViewShownFragment | undefined;
  readonly columns: readonly Column[];
  readonly filter: Filter;
  readonly saved: (viewId: string | null) => void;
  readonly close: () => void;
}): ReactNode {
  const [columns, setColumns] = useState(before);
  const { fault, run } = useAction();
  const changed = useChangeable(view);
  const resultsViewId = changed?.id ?? null;
  const { timeZone: _mine, ...filters } = argumentsOf(filter);
  const submit = (form: FormData): void => {
    const input = {
      ...{ botId, resultsViewId, name: String(form.get('name')) },
      isShared: form.get('isShared') === 'on',
      columns: preferencesOf(columns),
      filters,
    };
    void run(change(SaveResultsView, { input }), ({ saveResultsView }) =>
      saved(saveResultsView.resultsView?.id ?? null),
    );
  };
  const remove = (): void => {
    if (!changed) return;
    const { id, name } = changed;
    askFirst(
      { title: t('Delete the view {name}?', { name }), button: t('Delete') },
      () =>
        void run(change(DeleteResultsView, { input: { resultsViewId: id } }), () => saved(null)),
    );
  };
  return (
    <Dialog title={t('Columns and view')} close={close}>
      <Fault words={fault} />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        <ColumnList columns={columns} setColumns={setColumns} />
        <label>
          {t('Name of the view')}
          <input name="name" required defaultValue={view?.name ?? ''} />
        </label>
        <label className="check">
          <input type="checkbox" name="isShared" defaultChecked={changed?.isShared ?? false} />{' '}
          {t('Also for others who read these results')}
        </label>
        <p className="shareActions">
          <button className="primary">{t('Save')}</button>
          {changed ? (
            <button type="button" onClick={remove}>
              {t('Delete the view')}
            </button>
          ) : null}
        </p>
      </form>
    </Dialog>
  );
}

/** The view, if the person may change it: who may only look at the bot makes one of their own of what others share. */
function useChangeable(view: ResultsViewShownFragment | undefined) {
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  return isReadOnly && view?.isOwn === false ? undefined : view;
}

/** The columns from left to right, each with whether it shows and how wide it is. */
function ColumnList({
  columns,
  setColumns,
}: {
  readonly columns: readonly Column[];
  readonly setColumns: (columns: readonly Column[]) => void;
}): ReactNode {
  const put = (at: number, part: Partial<Column>): void =>
    setColumns(columns.map((one, place) => (place === at ? { ...one, ...part } : one)));
  const move = (at: number, by: number): void => {
    const [column] = columns.slice(at, at + 1);
    if (column) setColumns(columns.toSpliced(at, 1).toSpliced(at + by, 0, column));
  };
  return (
    <ol className="columnList" aria-label={t('Columns')}>
      {columns.map(({ columnId, label, isVisible, isPinned, width }, at) => (
        <li key={columnId}>
          <label className="check">
            <input
              type="checkbox"
              checked={isVisible}
              onChange={({ target }) => put(at, { isVisible: target.checked })}
            />{' '}
            {label}
          </label>
          <button
            type="button"
            aria-pressed={isPinned}
            aria-label={t('Pin {label}', { label })}
            onClick={() => put(at, { isPinned: !isPinned })}
          >
            {t('Pin')}
          </button>
          <input
            type="number"
            aria-label={t('Width of {label} in pixels', { label })}
            min={NARROWEST}
            max={WIDEST}
            placeholder={t('Width')}
            value={width ?? ''}
            onChange={({ target }) =>
              put(at, { width: target.value === '' ? null : Number(target.value) })
            }
          />
          <button
            type="button"
            disabled={at === 0}
            aria-label={t('Move {label} left', { label })}
            onClick={() => move(at, -1)}
          >
            ←
          </button>
          <button
            type="button"
            disabled={at === columns.length - 1}
            aria-label={t('Move {label} right', { label })}
            onClick={() => move(at, 1)}
          >
            →
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The arrangement as views store it. */
function preferencesOf(columns: readonly Column[]) {
  const widths = columns.flatMap(({ columnId, width }) =>
    width === null ? [] : [[columnId, width]],
  );
  return {
    columnsOrder: columns.map(({ columnId }) => columnId),
    columnsVisibility: Object.fromEntries(
      columns.map(({ columnId, isVisible }) => [columnId, isVisible]),
    ),
    columnsPinned: columns.filter(({ isPinned }) => isPinned).map(({ columnId }) => columnId),
    columnsWidth: Object.fromEntries(widths) as Readonly<Record<string, number>>,
  };
}
