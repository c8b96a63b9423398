import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { resultsAt } from '../results/resultFilter.js';
import { type Day, filledDays, namedDays } from './losses.js';
import { locale, t } from '../i18n/t.js';

/** The size of the chart, in units of its drawing. */
const [WIDTH, HEIGHT] = [720, 160];

/** The most of that width that a day has. */
const BROADEST = 48;

/** How many started and completed by day: drawn, and as a table. */
export function Days({
  botId,
  versionId,
  title,
  series,
}: {
  readonly botId: string;
  readonly versionId: string | null;
  /** The version that is drawn, where that is not plain. */
  readonly title: string | undefined;
  readonly series: readonly Day[];
}): ReactNode {
  const days = filledDays(series);
  const most = Math.max(1, ...days.map(({ starts }) => starts));
  const step = Math.min(WIDTH / Math.max(days.length, 1), BROADEST);
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
        {title === undefined ? null : <strong>{title} · </strong>}
        <span className="swatch started" /> {t('Started')} <span className="swatch completed" />{' '}
        {t('Completed')} · {t('By day, at most {most} a day', { most })}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
        {days.map(({ day, starts, completions }, place) => (
          <g key={day}>
            <rect className="started" {...bar(starts, place)} />
            <rect className="completed" {...bar(completions, place)} />
          </g>
        ))}
      </svg>
      <p
        className="axis"
        aria-hidden="true"
        style={{ width: `${(days.length * step * 100) / WIDTH}%` }}
      >
        {namedDays(days, locale).map((day) => (
          <span key={day}>{day}</span>
        ))}
      </p>
      <details>
        <summary>{t('As a table')}</summary>
        <table className="results figures">
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
                <th scope="row">{day}</th>
                <td>
                  <Link href={resultsAt(botId, { day, versionId })}>{starts}</Link>
                </td>
                <td>
                  <Link href={resultsAt(botId, { day, versionId, isCompleted: true })}>
                    {completions}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
