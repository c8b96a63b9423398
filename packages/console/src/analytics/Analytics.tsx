import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { TIMES } from '../results/resultFilter.js';
import { Choice } from '../ui/Choice.js';
import { Notice } from '../ui/Notice.js';
import { useVersionNames, VersionChoice } from '../versions/VersionChoice.js';
import { Days } from './Days.js';
import { Questions } from './Questions.js';
import { type Figures, figuresAddress, figuresIn } from './shown.js';
import { Sources } from './Sources.js';
import { Totals } from './Totals.js';
import { useFigures } from './useFigures.js';
import { locale, t } from '../i18n/t.js';

/** What became of the visitors of a bot, as they chat: totals, days, sources, and where they leave; of a version, and beside another. */
export function Analytics({ botId }: { readonly botId: string }): ReactNode {
  const [params, setParams] = useSearchParams();
  const shown = figuresIn(params);
  const { timeFilter, versionId, againstId } = shown;
  const show = (part: Partial<Figures>): void =>
    setParams(new URLSearchParams(figuresAddress({ ...shown, ...part })), { replace: true });
  return (
    <div className="page">
      <div className="tools">
        <Choice
          label={t('Time')}
          options={TIMES}
          value={timeFilter}
          choose={(time) => show({ timeFilter: time })}
        />
        <VersionChoice
          botId={botId}
          label={t('Version')}
          none={t('All versions')}
          value={versionId}
          choose={(id) => show({ versionId: id })}
        />
        <VersionChoice
          botId={botId}
          label={t('Compare with')}
          none={t('Compare with …')}
          value={againstId}
          choose={(id) => show({ againstId: id })}
        />
      </div>
      {/* What was counted before is of something else. */}
      <Comparison key={[timeFilter, versionId, againstId].join()} botId={botId} figures={shown} />
    </div>
  );
}

function Comparison({
  botId,
  figures: { timeFilter, versionId, againstId },
}: {
  readonly botId: string;
  readonly figures: Figures;
}): ReactNode {
  const own = useFigures({ botId, timeFilter, versionId });
  const pause = againstId === null;
  const other = useFigures({ botId, timeFilter, versionId: againstId }, { pause });
  const { nameOf } = useVersionNames(botId);
  const columns = [
    { ...own, versionId, title: versionId === null ? t('All versions') : nameOf(versionId) },
    ...(againstId === null ? [] : [{ ...other, versionId: againstId, title: nameOf(againstId) }]),
  ];
  const fault = own.fault ?? other.fault;
  return (
    <>
      {fault ? <Notice title={t('The numbers cannot be shown')} text={fault} /> : null}
      {own.stats ? (
        <>
          <Totals botId={botId} timeFilter={timeFilter} columns={columns} />
          <AsOf what={own.stats} />
          <Days
            {...{ botId, versionId }}
            title={versionId === null && againstId === null ? undefined : columns[0]?.title}
            series={own.stats.series}
          />
        </>
      ) : null}
      <Questions botId={botId} timeFilter={timeFilter} columns={columns} />
      <Sources {...{ botId, timeFilter, versionId }} counts={own.counts} />
    </>
  );
}

/** Until when figures are counted. */
function AsOf({ what }: { readonly what: object }): ReactNode {
  const time = useMemo(() => new Date().toLocaleTimeString(locale), [what]);
  return (
    <p className="soft">
      {t('Counted until {time}. The numbers follow while visitors chat.', { time })}
    </p>
  );
}
