import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Filter, resultsAt, type TimeFilter } from '../results/resultFilter.js';
import type { VersionFigures } from './useFigures.js';
import { locale, t } from '../i18n/t.js';

/** The figures of a version, or of all, under a title. */
export interface VersionColumn extends VersionFigures {
  readonly title: string;
  readonly versionId: string | null;
}

interface TotalsProps {
  readonly botId: string;
  readonly timeFilter: TimeFilter;
  readonly columns: readonly VersionColumn[];
}

type Stats = NonNullable<VersionFigures['stats']>;

/** The totals in their order, each with the results behind it. */
const TOTALS: readonly {
  readonly title: string;
  readonly of: (stats: Stats) => string;
  readonly behind: Partial<Filter>;
}[] = [
  {
    title: t('Views'),
    of: ({ totalViews }) => totalViews.toLocaleString(locale),
    behind: { isUnansweredToo: true },
  },
  { title: t('Started'), of: ({ totalStarts }) => totalStarts.toLocaleString(locale), behind: {} },
  {
    title: t('Completed'),
    of: ({ totalCompleted }) => totalCompleted.toLocaleString(locale),
    behind: { isCompleted: true },
  },
  {
    title: t('Completion'),
    of: ({ completionRate }) => percentOf(completionRate),
    behind: { isCompleted: true },
  },
];

/** What became of the results: figures alone, or two versions in a table. */
export function Totals({ botId, timeFilter, columns }: TotalsProps): ReactNode {
  const [first] = columns;
  const figure = ({ stats, versionId }: VersionColumn, { of, behind }: (typeof TOTALS)[number]) =>
    stats ? (
      <Link href={resultsAt(botId, { timeFilter, versionId, ...behind })}>{of(stats)}</Link>
    ) : (
      '…'
    );
  if (first && columns.length === 1) {
    return (
      <dl className="totals">
        {TOTALS.map((total) => (
          <div key={total.title}>
            <dt>{total.title}</dt>
            <dd>{figure(first, total)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <div className="tableBox" tabIndex={0} role="region" aria-label={t('Two versions compared')}>
      <table className="results figures">
        <thead>
          <tr>
            <td />
            {columns.map(({ title }, place) => (
              <th key={place} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TOTALS.map((total) => (
            <tr key={total.title}>
              <th scope="row">{total.title}</th>
              {columns.map((column, place) => (
                <td key={place}>{figure(column, total)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A share as a percentage; a dash where nobody started. */
export function percentOf(rate: number | null): string {
  return rate === null ? '–' : `${Math.round(rate * 100)} %`;
}
