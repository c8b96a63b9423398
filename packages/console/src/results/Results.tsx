import { Results, ResultsViews } from '@parley/client/dashboard';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Route, Switch, useSearchParams } from 'wouter';
import { useCommands } from '../app/commands.js';
import { useErased } from '../app/erasing.js';
import { useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';
import { Choice } from '../ui/Choice.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { Pager, usePages } from '../ui/Pager.js';
import { Conditions } from './Conditions.js';
import { eraseResults } from './eraseResults.js';
import { Exports } from './Exports.js';
import { FilterBar } from './FilterBar.js';
import { OneResult } from './OneResult.js';
import {
  addressOf,
  argumentsOf,
  filterIn,
  filterOfView,
  type ShownFilter,
} from './resultFilter.js';
import { Rows } from './Rows.js';
import { type Dated, useNews } from './useNews.js';
import { useWidths, type Widths } from './useWidths.js';
import { ViewDialog } from './ViewDialog.js';
import { t } from '../i18n/t.js';

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
  const pages = usePages();
  const { widths, widen, forget } = useWidths(`${botId} ${viewId ?? ''}`);
  const { columns, allColumns, rows, next, ...page } = usePage(botId, shown, {
    after: pages.after,
    widths,
  });
  const views = useViews(botId, viewId);
  const [isArranging, setArranging] = useState(false);
  useCommands(useMemo(() => [{ title: t('Arrange columns'), run: () => setArranging(true) }], []));
  const isInTable = useFirstPage({ rows, next }, pages.isFirst);
  const news = useNews({ botId, filter }, { isInTable, reload: page.reload });
  const refresh = (): void => {
    news.forget();
    pages.reset();
    page.reload();
  };
  const show = (part: Partial<ShownFilter>): void => {
    setParams(new URLSearchParams(addressOf({ ...shown, ...part })), { replace: true });
    pages.reset();
  };
  const here = rows?.filter(({ id }) => !news.gone.has(id));
  const [everChosen, choose] = useState<ReadonlySet<string>>(new Set());
  const chosen = among(here, everChosen);
  return (
    <div className="page wide">
      <FilterBar botId={botId} filter={filter} filterBy={show}>
        <Choice
          label={t('View')}
          options={[
            ['', t('All columns')],
            ...views.all.map(({ id, name }) => [id, name] as const),
          ]}
          value={viewId ?? ''}
          choose={(id) => {
            const view = views.all.find((one) => one.id === id);
            show(view ? filterOfView(view) : { viewId: null });
          }}
        />
        <button type="button" onClick={() => setArranging(true)}>
          {t('Columns')}
        </button>
        {news.came.size > 0 ? (
          <button type="button" onClick={refresh}>
            {t('{count} new', { count: news.came.size })}
          </button>
        ) : null}
        <Exports botId={botId} filter={filter} />
      </FilterBar>
      <Conditions filter={filter} columns={allColumns} filterBy={show} />
      <ChosenBar botId={botId} chosen={chosen} choose={choose} erased={page.reload} />
      {isArranging ? (
        <ViewDialog
          {...{ botId, filter }}
          view={views.chosen}
          columns={allColumns}
          close={() => setArranging(false)}
          saved={(id) => {
            setArranging(false);
            forget();
            show({ viewId: id });
            views.reload();
            page.reload();
          }}
        />
      ) : null}
      {page.fault ? <Notice title={t('The results cannot be shown')} text={page.fault} /> : null}
      {page.isLoading ? <Loading /> : null}
      {here ? <Rows {...{ botId, rows: here, columns, chosen, choose, widen }} /> : null}
      <Pager pages={pages} next={next} />
    </div>
  );
}

/** What can be done with the results that are chosen; nothing is there while none is. */
function ChosenBar({
  botId,
  chosen,
  choose,
  erased,
}: {
  readonly botId: string;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly erased: () => void;
}): ReactNode {
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  // Another page may be shown when they are erased.
  const latest = useRef(erased);
  latest.current = erased;
  if (chosen.size === 0) return null;
  const erase = (): void => {
    eraseResults(new Map([[botId, [...chosen]]]), () => latest.current());
    choose(new Set());
  };
  return (
    <p className="chosenBar">
      <button type="button" disabled={isReadOnly} onClick={erase}>
        {t('Erase {count}', { count: chosen.size })}
      </button>
    </p>
  );
}

/** Those of the chosen that are shown: what is not seen is not erased. */
function among(
  rows: readonly Dated[] | undefined,
  chosen: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(rows?.flatMap(({ id }) => (chosen.has(id) ? [id] : [])));
}

/** A page of the table. */
type Page = Partial<Pick<ReturnType<typeof usePage>, 'rows' | 'next'>>;

/** Says whether a result was there when the first page was read: on it, or after it. */
function useFirstPage(page: Page, isFirst: boolean): (result: Dated) => boolean {
  const first = useRef<Page>({});
  if (isFirst && page.rows) first.current = page;
  return ({ id, createdAt }) => {
    const { rows = [], next = null } = first.current;
    const oldest = next === null ? '' : (rows.at(-1)?.createdAt ?? '');
    return createdAt < oldest || rows.some((one) => one.id === id);
  };
}

/** The views that the person sees, and the one that is shown. */
function useViews(botId: string, viewId: string | null) {
  const { data, reload } = useData(ResultsViews, { botId });
  const all = data?.bot?.resultsViews ?? [];
  return { all, chosen: all.find(({ id }) => id === viewId), reload };
}

/** A page of results without those that are erased; `next` is the cursor of the one after it. */
function usePage(
  botId: string,
  { viewId, ...filter }: ShownFilter,
  { after, widths }: { readonly after: string | null; readonly widths: Widths },
) {
  const asked = { botId, after, ...argumentsOf(filter), resultsViewId: viewId };
  const { data, ...rest } = useData(Results, asked);
  const erased = useErased();
  const { results, resultColumns = [] } = data?.bot ?? {};
  const allColumns = resultColumns.map((one) => ({
    ...one,
    width: widths[one.columnId] ?? one.width,
  }));
  const visible = allColumns.filter(({ isVisible }) => isVisible);
  return {
    ...rest,
    rows: results?.nodes.filter(({ id }) => !erased.has(id)),
    columns: [...visible].sort((one, other) => Number(other.isPinned) - Number(one.isPinned)),
    allColumns,
    next: results?.pageInfo.hasNextPage ? results.pageInfo.endCursor : null,
  };
}
