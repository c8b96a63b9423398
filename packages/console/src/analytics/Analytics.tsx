import { DailyCounts, Funnel } from '@parley/client/dashboard';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';
import { TIME_ZONE, type TimeFilter, TIMES } from '../results/resultFilter.js';
import { Choice } from '../ui/Choice.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { type Day, filledDays, lossesOf } from './losses.js';
import { locale, t } from '../i18n/t.js';

/** What became of the visitors of a bot: totals, days, and where they leave. */
export function Analytics({ botId }: { readonly botId: string }): ReactNode {
  const [timeFilter, setTimeFilter] = useState<TimeFilter>('LAST_30_DAYS');
  const { data, fault } = useData(DailyCounts, {
    botId,
    timeFilter,
    timeZone: TIME_ZONE,
    blockIds: [],
  });
  const stats = data?.bot?.stats;
  const results = `/b/${botId}/results?time=${timeFilter}`;
  return (
    <div className="page">
      <div className="tools">
        <Choice label={t('Time')} options={TIMES} value={timeFilter} choose={setTimeFilter} />
      </div>
      {fault ? <Notice title={t('The numbers cannot be shown')} text={fault} /> : null}
      {stats ? (
        <>
          <dl className="totals">
            <Total label={t('Views')} value={stats.totalViews.toLocaleString(locale)} />
            <Total
              label={t('Started')}
              value={<Link href={results}>{stats.totalStarts.toLocaleString(locale)}</Link>}
            />
            <Total
              label={t('Completed')}
              value={
                <Link href={`${results}&completed=yes`}>
                  {stats.totalCompleted.toLocaleString(locale)}
                </Link>
              }
            />
            <Total label={t('Completion')} value={percentOf(stats.completionRate)} />
          </dl>
          <Days botId={botId} days={filledDays(stats.series)} />
        </>
      ) : null}
      <Losses botId={botId} timeFilter={timeFilter} />
    </div>
  );
}

/** A share as a percentage; a dash where nobody started. */
function percentOf(rate: number | null): string {
  return rate === null ? '–' : `${Math.round(rate * 100)} %`;
}

function Total({ label, value }: { readonly label: string; readonly value: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The size of the chart, in units of its drawing. */
const [WIDTH, HEIGHT] = [720, 160];

function Days({
  botId,
  days,
}: {
  readonly botId: string;
  readonly days: readonly Day[];
}): ReactNode {
  const most = Math.max(1, ...days.map(({ starts }) => starts));
  const step = WIDTH / Math.max(days.length, 1);
  const bar = (count: number, place: number) => ({
    x: place * step + 1,
    width: Math.max(step - 2, 1),
    y: HEIGHT - (count / most) * HEIGHT,
    height: (count / most) * HEIGHT,
  });
  if (days.length === 0) return <p className="empty">{t('Nobody chatted in this time.')}</p>;
  return (
    <figure className="chart">
      <figcaption>
        {t('Started (light) and completed (dark) by day; at most {most} a day', { most })}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
        {days.map(({ day, starts, completions }, place) => (
          <g key={day}>
            <rect className="started" {...bar(starts, place)} />
            <rect className="completed" {...bar(completions, place)} />
          </g>
        ))}
      </svg>
      <details>
        <summary>{t('As a table')}</summary>
        <table className="results">
          <thead>
            <tr>
              <th scope="col">{t('Day')}</th>
              <th scope="col">{t('Started')}</th>
              <th scope="col">{t('Completed')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, starts, completions }) => (
              <tr key={day}>
                <td>
                  <Link href={`/b/${botId}/results?day=${day}`}>{day}</Link>
                </td>
                <td>{starts}</td>
                <td>{completions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Losses({
  botId,
  timeFilter,
}: {
  readonly botId: string;
  readonly timeFilter: TimeFilter;
}): ReactNode {
  const { data, isLoading } = useData(Funnel, { botId, timeFilter });
  const flow = useDraftState((state) => state.flow);
  const stats = data?.bot?.blockStats;
  const losses = useMemo(() => (stats ? lossesOf(flow, stats) : []), [flow, stats]);
  if (isLoading) return <Loading />;
  return (
    <section>
      <h2>{t('Where visitors leave')}</h2>
      {losses.length === 0 ? (
        <p className="soft">{t('Nobody left in the middle of a chat.')}</p>
      ) : null}
      <ol className="losses">
        {losses.map(({ blockId, groupTitle, reached, left, share }) => (
          <li key={blockId}>
            <Link href={`/b/${botId}/flow?at=${blockId}`}>{groupTitle}</Link>
            <meter
              min={0}
              max={1}
              value={share}
              aria-label={t('Share that left at {groupTitle}', { groupTitle })}
            />
            <span>
              <Link href={`/b/${botId}/results?time=${timeFilter}&rests=${blockId}`}>
                {t('{left} of {reached} left', {
                  left: left.toLocaleString(locale),
                  reached: reached.toLocaleString(locale),
                })}
              </Link>{' '}
              ({Math.round(share * 100)} %)
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
