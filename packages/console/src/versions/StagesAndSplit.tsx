import {
  SetSplit,
  SetStage,
  StopSplit,
  WaysToVersions,
  type WaysToVersionsQuery,
} from '@parley/client/dashboard';
import { type FormEvent, type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { locale, t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { Stage } from './Stage.js';
import { useVersionAction } from './useVersionAction.js';
import { nameOfVersion, type Version } from './VersionList.js';
import { ForEditors } from '../draft/ForEditors.js';

type Ways = NonNullable<WaysToVersionsQuery['bot']>;
type Split = Ways['splits'][number];
type Arm = Split['phases'][number]['arms'][number];

/** The stages of a bot, and the split of its live traffic. */
export function StagesAndSplit({
  botId,
  versions,
}: {
  readonly botId: string;
  readonly versions: readonly Version[];
}): ReactNode {
  const { data } = useData(WaysToVersions, { botId });
  if (!data?.bot) return null;
  const [split] = data.bot.splits;
  return (
    <ForEditors>
      <h2>{t('Stages')}</h2>
      <p className="soft">{t('Versions at addresses of their own, which do not count as live.')}</p>
      {data.bot.stages.map((stage) => (
        <Stage key={stage.name} {...{ botId, stage }} />
      ))}
      <NewStage botId={botId} />
      <h2>{t('Split')}</h2>
      {split ? <Figures {...{ botId, split }} /> : null}
      {versions.length > 1 ? <NewSplit {...{ botId, versions }} /> : null}
    </ForEditors>
  );
}

function NewStage({ botId }: { readonly botId: string }): ReactNode {
  const { fault, run } = useVersionAction(botId);
  const [name, setName] = useState('staging');
  const make = (event: FormEvent): void => {
    event.preventDefault();
    void run(change(SetStage, { input: { botId, stage: name } }));
  };
  return (
    <form className="shareActions newStage" onSubmit={make}>
      <label>
        {t('Name of a stage')}{' '}
        <input value={name} onChange={({ target }) => setName(target.value)} required />
      </label>
      <button type="submit">{t('Put the draft on it')}</button>
      <Fault words={fault} />
    </form>
  );
}

/** The newest split: a chart and a table of its last phase, and the ways to end it. */
function Figures({
  botId,
  split: { endedAt, phases },
}: {
  readonly botId: string;
  readonly split: Split;
}): ReactNode {
  const { fault, run } = useVersionAction(botId);
  const phase = phases.at(-1);
  if (!phase) return null;
  const stop = (versionId?: string): void =>
    void run(
      change(StopSplit, { input: { botId, ...(versionId !== undefined && { versionId }) } }),
    );
  return (
    <section aria-label={t('Split')}>
      <p className="soft">
        {endedAt === null
          ? t('New chats are divided, phase {number}.', { number: phase.number })
          : t('New chats were divided, phase {number}.', { number: phase.number })}
      </p>
      {phase.isRatioSuspect ? (
        <p role="alert">
          {t('The numbers do not fit the weights. Find out why before you compare the versions.')}
        </p>
      ) : null}
      <div className="scrolled">
        <table className="splitTable">
          <caption>
            {t('Completed, of all results, with the interval of 95 % for one look')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('Version')}</th>
              <th scope="col">{t('Weight')}</th>
              <th scope="col">{t('Results')}</th>
              <th scope="col">{t('Completed')}</th>
              <th scope="col">{t('Part')}</th>
              <th scope="col">{t('To stop by')}</th>
              {endedAt === null ? <th scope="col">{t('End')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {phase.arms.map((arm) => (
              <ArmRow
                key={arm.version.id}
                arm={arm}
                {...(endedAt === null && { choose: () => stop(arm.version.id) })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="soft">
        {t(
          'Look as often as you like at the intervals to stop by: once those of two versions do not overlap, one is better (95 %).',
        )}
      </p>
      {endedAt === null ? (
        <p className="shareActions">
          <button type="button" onClick={() => stop()}>
            {t('Stop, and keep what is live')}
          </button>
        </p>
      ) : null}
      <Fault words={fault} />
    </section>
  );
}

/** The figures of a version; `choose` makes it live, where it can be chosen. */
function ArmRow({
  arm: { version, weight, stats, completionRate },
  choose,
}: {
  readonly arm: Arm;
  readonly choose?: () => void;
}): ReactNode {
  return (
    <tr>
      <th scope="row">{nameOfVersion(version)}</th>
      <td data-label={t('Weight')}>{weight}</td>
      <td data-label={t('Results')}>{stats.totalViews}</td>
      <td data-label={t('Completed')}>{stats.totalCompleted}</td>
      <td data-label={t('Part')}>
        <Interval rate={completionRate} />
      </td>
      <td data-label={t('To stop by')}>
        {completionRate ? rangeInWords(completionRate.anytimeLow, completionRate.anytimeHigh) : '—'}
      </td>
      {choose ? (
        <td>
          <button type="button" onClick={choose}>
            {t('Make it live')}
          </button>
        </td>
      ) : null}
    </tr>
  );
}

const FIGURES = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const percent = (part: number): string => `${(part * 100).toLocaleString(locale, FIGURES)} %`;

const rangeInWords = (low: number, high: number): string =>
  t('{low} to {high}', { low: percent(low), high: percent(high) });

/** A part as a point on its interval, from 0 to 100 %. */
function Interval({ rate }: { readonly rate: Arm['completionRate'] }): ReactNode {
  if (!rate) return <>—</>;
  const { value, low, high } = rate;
  return (
    <>
      <svg className="interval" viewBox="0 0 100 8" aria-hidden="true">
        <line x1="0" x2="100" y1="4" y2="4" />
        <rect x={low * 100} width={Math.max(0.5, (high - low) * 100)} y="2" height="4" />
        <circle cx={value * 100} cy="4" r="2.5" />
      </svg>
      {percent(value)} ({rangeInWords(low, high)})
    </>
  );
}

function NewSplit({
  botId,
  versions,
}: {
  readonly botId: string;
  readonly versions: readonly Version[];
}): ReactNode {
  const { fault, run } = useVersionAction(botId);
  const [weights, setWeights] = useState<Readonly<Record<string, string>>>({});
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    const arms = versions.flatMap(({ id: versionId }) =>
      weights[versionId] ? [{ versionId, weight: Number(weights[versionId]) }] : [],
    );
    void run(change(SetSplit, { input: { botId, arms } }));
  };
  return (
    <details>
      <summary>{t('Divide new chats over versions')}</summary>
      <form className="publishForm" onSubmit={begin}>
        {versions.slice(0, 10).map((version) => (
          <label key={version.id}>
            {t('Weight of {version}', { version: nameOfVersion(version) })}
            <input
              type="number"
              min="0"
              max="1000000"
              value={weights[version.id] ?? ''}
              onChange={({ target }) => setWeights({ ...weights, [version.id]: target.value })}
            />
          </label>
        ))}
        <Fault words={fault} />
        <button type="submit">{t('Divide')}</button>
      </form>
    </details>
  );
}
