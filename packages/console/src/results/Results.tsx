import {
  DeleteResults,
  Results,
  ResultsViews,
  WatchResults,
  type WatchResultsSubscription,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useSubscription } from 'urql';
import { Link, Route, Switch, useSearchParams } from 'wouter';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';
import { useAction } from '../app/useAction.js';
import { Choice } from '../ui/Choice.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { Pager, usePages } from '../ui/Pager.js';
import { cellOf, type Column, type ResultRow } from './cells.js';
import { ExportButton } from './ExportButton.js';
import { OneResult } from './OneResult.js';
import { Conditions } from './Conditions.js';
import {
  addressOf,
  argumentsOf,
  type Filter,
  filterIn,
  filterOfView,
  matchesOf,
  type Shown,
  TIMES,
} from './resultFilter.js';
import { ViewDialog } from './ViewDialog.js';
import { Fault } from '../ui/Fault.js';
import { locale, t } from '../i18n/t.js';

/** The results of a bot as a table, and one of them. */
export function ResultsScreen({ botId }: { readonly botId: string }): ReactNode {
  return (
    <Switch>
      <Route path="/b/:botId/results/:resultId">
        {({ resultId }) => <OneResult botId={botId} resultId={resultId} />}
      </Route>
      <Route>
        <ResultTable botId={botId} />
      </Route>
    </Switch>
  );
}

function ResultTable({ botId }: { readonly botId: string }): ReactNode {
  const [params, setParams] = useSearchParams();
  const shown = filterIn(params);
  const { viewId, ...filter } = shown;
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  const pages = usePages();
  const { columns, allColumns, rows, next, ...page } = usePage(botId, shown, pages.after);
  const views = useViews(botId, viewId);
  const [isArranging, setArranging] = useState(false);
  const news = useNews(botId, filter);
  const refresh = (): void => {
    news.forget();
    pages.reset();
    page.reload();
  };
  const erasing = useErasing(botId, refresh);
  const show = (part: Partial<Shown>): void => {
    setParams(new URLSearchParams(addressOf({ ...shown, ...part })), { replace: true });
    pages.reset();
  };
  return (
    <div className="page wide">
      <FilterBar filter={filter} filterBy={show}>
        <Choice
          label={t('View')}
          options={[
            ['', t('All columns')],
            ...views.all.map(({ id, name }) => [id, name] as const),
          ]}
          value={viewId ?? ''}
          choose={(id) => {
            const chosen = views.all.find((one) => one.id === id);
            show(chosen ? filterOfView(chosen) : { viewId: null });
          }}
        />
        <button type="button" onClick={() => setArranging(true)}>
          {t('Columns')}
        </button>
        {news.count > 0 ? (
          <button type="button" onClick={refresh}>
            {t('{count} new', { count: news.count })}
          </button>
        ) : null}
        {erasing.chosen.size > 0 ? (
          <button type="button" disabled={isReadOnly} onClick={erasing.erase}>
            {t('Erase {count}', { count: erasing.chosen.size })}
          </button>
        ) : null}
        <ExportButton botId={botId} filter={filter} />
      </FilterBar>
      <Conditions filter={filter} columns={allColumns} filterBy={show} />
      {isArranging ? (
        <ViewDialog
          {...{ botId, filter }}
          view={views.chosen}
          columns={allColumns}
          close={() => setArranging(false)}
          saved={(id) => {
            setArranging(false);
            show({ viewId: id });
            views.reload();
            page.reload();
          }}
        />
      ) : null}
      <Fault words={erasing.fault} />
      {page.fault ? <Notice title={t('The results cannot be shown')} text={page.fault} /> : null}
      {page.isLoading ? <Loading /> : null}
      {rows ? (
        <Rows {...{ botId, rows, columns }} chosen={erasing.chosen} choose={erasing.choose} />
      ) : null}
      <Pager pages={pages} next={next} />
    </div>
  );
}

/** The views that the person sees, and the one that is shown. */
function useViews(botId: string, viewId: string | null) {
  const { data, reload } = useData(ResultsViews, { botId });
  const all = data?.bot?.resultsViews ?? [];
  return { all, chosen: all.find(({ id }) => id === viewId), reload };
}

/** A page of results; `next` is the cursor of the one after it. */
function usePage(botId: string, { viewId, ...filter }: Shown, after: string | null) {
  const asked = { botId, after, ...argumentsOf(filter), resultsViewId: viewId };
  const { data, ...rest } = useData(Results, asked);
  const { results, resultColumns: allColumns = [] } = data?.bot ?? {};
  const visible = allColumns.filter(({ isVisible }) => isVisible);
  return {
    ...rest,
    rows: results?.nodes,
    columns: [...visible].sort((one, other) => Number(other.isPinned) - Number(one.isPinned)),
    allColumns,
    next: results?.pageInfo.hasNextPage ? results.pageInfo.endCursor : null,
  };
}

/** The chosen results, and erasing them. */
function useErasing(botId: string, erased: () => void) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const { fault, run } = useAction(() => {
    choose(new Set());
    erased();
  });
  const erase = (): void => {
    const question = t(
      'Erase this result? This cannot be undone.|Erase these {count} results? This cannot be undone.',
      { count: chosen.size },
    );
    if (!confirm(question)) return;
    void run(change(DeleteResults, { input: { botId, resultIds: [...chosen] } }));
  };
  return { chosen, choose, erase, fault };
}

/** How many results came since the page was read. Those that are shown change in place, because the cache has each once. */
function useNews(botId: string, filter: Filter) {
  const { search, isCompleted, restsAtBlockId } = filter;
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useSubscription<WatchResultsSubscription>(
    {
      query: WatchResults,
      variables: { botId, search, isCompleted, restsAtBlockId, ...matchesOf(filter) },
    },
    (_, { resultChanged }) => {
      const { changed, mustReload } = resultChanged;
      const since = changed.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < RECENT);
      if (!mustReload) setIds((known) => new Set([...known, ...since.map(({ id }) => id)]));
      return { resultChanged };
    },
  );
  return { count: ids.size, forget: () => setIds(new Set()) };
}

/** A result is new for a minute; one that goes on later is in the table already. In milliseconds. */
const RECENT = 60_000;

function FilterBar({
  filter,
  filterBy,
  children,
}: {
  readonly filter: Filter;
  readonly filterBy: (part: Partial<Filter>) => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="tools">
      <input
        type="search"
        aria-label={t('Search results')}
        placeholder={t('Search results')}
        value={filter.search}
        onChange={({ target }) => filterBy({ search: target.value })}
      />
      <Choice
        label={t('Time')}
        options={TIMES}
        value={filter.timeFilter}
        choose={(timeFilter) => filterBy({ timeFilter })}
      />
      <label>
        <input
          type="checkbox"
          checked={filter.isCompleted === true}
          onChange={({ target }) => filterBy({ isCompleted: target.checked ? true : null })}
        />{' '}
        {t('Completed only')}
      </label>
      <span className="spring" />
      {children}
    </div>
  );
}

function Rows({
  botId,
  rows,
  columns,
  chosen,
  choose,
}: {
  readonly botId: string;
  readonly rows: readonly ResultRow[];
  readonly columns: readonly Column[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
}): ReactNode {
  if (rows.length === 0) {
    return <p className="empty">{t('No result matches. Results come with the first chats.')}</p>;
  }
  const toggle = (id: string): void => {
    const now = new Set(chosen);
    if (!now.delete(id)) now.add(id);
    choose(now);
  };
  return (
    <div className="tableBox" tabIndex={0} role="region" aria-label={t('Results')}>
      <table className="results">
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">{t('Choose')}</span>
            </th>
            <th scope="col">{t('Began')}</th>
            <th scope="col">{t('State')}</th>
            {columns.map((column, at) => (
              <th key={column.columnId} scope="col" {...placeOf(columns, at)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('Choose the result of {time}', { time: dateOf(row.createdAt) })}
                  checked={chosen.has(row.id)}
                  onChange={() => toggle(row.id)}
                />
              </td>
              <td>
                <Link href={`/b/${botId}/results/${row.id}`}>{dateOf(row.createdAt)}</Link>
              </td>
              <td>{row.isCompleted ? t('Completed') : t('Open')}</td>
              {columns.map((column, at) => (
                <td key={column.columnId} {...placeOf(columns, at)}>
                  {cellOf(row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How wide a pinned column is that has no width, in pixels. */
const PINNED = 160;

/** The width of a column; a pinned one stays where those before it end. */
function placeOf(columns: readonly Column[], at: number) {
  const column = columns[at];
  if (column?.isPinned !== true) return { style: { minWidth: column?.width ?? undefined } };
  const width = column.width ?? PINNED;
  const before = columns.slice(0, at).reduce((sum, one) => sum + (one.width ?? PINNED), 0);
  return {
    className: 'pinned',
    style: { minWidth: width, maxWidth: width, insetInlineStart: before },
  };
}

function dateOf(at: string): string {
  return new Date(at).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
}
