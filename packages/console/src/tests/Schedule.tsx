import { type BotTestsQuery, SetTestSchedule } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { ForEditors } from '../draft/ForEditors.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { When } from '../ui/When.js';
import { countsOf } from './countsOf.js';

type Bot = NonNullable<BotTestsQuery['bot']>;
type TestSchedule = NonNullable<Bot['testSchedule']>;

const INTERVALS: Readonly<Record<TestSchedule['every'], string>> = {
  HOUR: t('every hour'),
  DAY: t('every day'),
  WEEK: t('every week'),
};

/** How often the tests run on what is live, and how they last went. */
export function Schedule({
  bot: { id: botId, publishedVersionId, testSchedule },
}: {
  readonly bot: Pick<Bot, 'id' | 'publishedVersionId' | 'testSchedule'>;
}): ReactNode {
  const { fault, run } = useAction();
  const set = (value: string): void => {
    // A key of `INTERVALS`, or nothing.
    const every = value === '' ? null : (value as TestSchedule['every']);
    void run(change(SetTestSchedule, { input: { botId, every } }));
  };
  return (
    <>
      <ForEditors>
        <label>
          {t('Run them on the published version')}
          <select value={testSchedule?.every ?? ''} onChange={({ target }) => set(target.value)}>
            <option value="">{t('only when asked')}</option>
            {Object.entries(INTERVALS).map(([every, words]) => (
              <option key={every} value={every}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </ForEditors>
      <Fault words={fault} />
      {testSchedule ? <Runs schedule={testSchedule} isLive={publishedVersionId !== null} /> : null}
    </>
  );
}

/** How the tests last went, and when they run again. */
function Runs({
  schedule: { nextAt, ranAt, lastRun },
  isLive,
}: {
  readonly schedule: TestSchedule;
  readonly isLive: boolean;
}): ReactNode {
  return (
    <>
      {lastRun && ranAt !== null ? (
        <p>
          <When at={ranAt} />: {countsOf(lastRun)}
        </p>
      ) : null}
      <ul className="testList">
        {lastRun?.failedNames.map((name) => (
          <li key={name}>
            {name} <span className="fault">{t('✗ failed')}</span>
          </li>
        ))}
      </ul>
      <p className="soft">
        {isLive ? (
          <>
            {t('Next run:')} <When at={nextAt} />
          </>
        ) : (
          t('The bot is not published, so they do not run.')
        )}
      </p>
    </>
  );
}
