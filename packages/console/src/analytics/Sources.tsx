import { Segments, type SegmentsQuery } from '@parley/client/dashboard';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useCommands } from '../app/commands.js';
import { useData } from '../app/server.js';
import { ForEditors } from '../draft/ForEditors.js';
import { useDraftState } from '../draft/useDraft.js';
import { resultsAt, type TimeFilter } from '../results/resultFilter.js';
import { timeZone } from '../ui/timeZone.js';
import { useSegmentWords, valueInWords } from '../results/segmentWords.js';
import { When } from '../ui/When.js';
import { SourcesDialog } from './SourcesDialog.js';
import { percentOf } from './Totals.js';
import { useReadAfter } from './useFigures.js';
import { locale, t } from '../i18n/t.js';

/** By what results are counted apart, with the counts of each value. */
export type Segment = NonNullable<SegmentsQuery['bot']>['segments'][number];

interface SourcesProps {
  readonly botId: string;
  readonly timeFilter: TimeFilter;
  readonly versionId: string | null;
}

/** What became of the results by where visitors came from, and by what they are counted apart. */
export function Sources({
  counts,
  ...asked
}: SourcesProps & {
  /** Changes as chats go on. */
  readonly counts: unknown;
}): ReactNode {
  const { data, reload } = useData(Segments, { ...asked, timeZone: timeZone() });
  useReadAfter(counts, reload);
  const [isChoosing, setChoosing] = useState(false);
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  useCommands(
    useMemo(
      () =>
        isReadOnly ? [] : [{ title: t('Break down by source …'), run: () => setChoosing(true) }],
      [isReadOnly],
    ),
  );
  const segments = data?.bot?.segments;
  if (!segments) return null;
  return (
    <section>
      <h2>{t('Where visitors come from')}</h2>
      {segments.length === 0 ? (
        <p className="soft">
          {t(
            'Results can be broken down by channel, or by what a variable holds, such as the campaign of a link.',
          )}
        </p>
      ) : null}
      {segments.map((segment) => (
        <Values key={`${segment.source} ${segment.variableId}`} segment={segment} {...asked} />
      ))}
      <ForEditors>
        <button type="button" onClick={() => setChoosing(true)}>
          {t('Break down by source …')}
        </button>
      </ForEditors>
      {isChoosing ? (
        <SourcesDialog
          botId={asked.botId}
          segments={segments}
          close={() => setChoosing(false)}
          saved={() => {
            setChoosing(false);
            reload();
          }}
        />
      ) : null}
    </section>
  );
}

function Values({
  segment: { source, variableId, values, countedSince },
  botId,
  ...asked
}: SourcesProps & { readonly segment: Segment }): ReactNode {
  const { nameOf } = useSegmentWords();
  const name = nameOf({ source, variableId });
  return (
    <>
      <h3>{name}</h3>
      {countedSince === null ? null : (
        <p className="soft">
          {t('Older results are being counted, which takes a while.')}{' '}
          <When at={countedSince} words={(time) => t('Counted since {time}.', { time })} />
        </p>
      )}
      {values.length === 0 ? (
        <p className="soft">{t('Nobody chatted in this time.')}</p>
      ) : (
        <div className="tableBox" tabIndex={0} role="region" aria-label={name}>
          <table className="results figures">
            <thead>
              <tr>
                <th scope="col">{name}</th>
                <th scope="col">{t('Views')}</th>
                <th scope="col">{t('Started')}</th>
                <th scope="col">{t('Completed')}</th>
                <th scope="col">{t('Completion')}</th>
              </tr>
            </thead>
            <tbody>
              {values.map(({ value, isOther, ...counted }) => {
                const behind = { ...asked, segment: { source, variableId, value, isOther } };
                const words = valueInWords(source, { value, isOther });
                return (
                  <tr key={`${isOther} ${value}`}>
                    <th scope="row">{words}</th>
                    <td>
                      <Link href={resultsAt(botId, { ...behind, isUnansweredToo: true })}>
                        {counted.totalViews.toLocaleString(locale)}
                      </Link>
                    </td>
                    <td>
                      <Link href={resultsAt(botId, behind)}>
                        {counted.totalStarts.toLocaleString(locale)}
                      </Link>
                    </td>
                    <td>
                      <Link href={resultsAt(botId, { ...behind, isCompleted: true })}>
                        {counted.totalCompleted.toLocaleString(locale)}
                      </Link>
                    </td>
                    <td className="left">
                      {percentOf(counted.completionRate)}
                      <meter
                        min={0}
                        max={1}
                        value={counted.completionRate ?? 0}
                        aria-label={t('Completion of {name}', { name: words })}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
