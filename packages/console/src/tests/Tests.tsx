import {
  BotTests,
  DeleteTest,
  RunBotTests,
  type RunBotTestsMutation,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useAction } from '../app/useAction.js';
import { ForEditors } from '../draft/ForEditors.js';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { countsOf } from './countsOf.js';
import { Explore } from './Explore.js';
import { Schedule } from './Schedule.js';
import { Fault } from '../ui/Fault.js';

type Run = NonNullable<RunBotTestsMutation['runBotTests']['run']>;

/** The written tests of a bot, how they go on its draft, and a search for what goes wrong. */
export function Tests({ botId }: { readonly botId: string }): ReactNode {
  const { data, fault, reload } = useData(BotTests, { botId });
  const deleting = useAction(reload);
  const running = useAction();
  const [run, setRun] = useState<Run>();
  if (!data?.bot) {
    return fault ? <Notice title={t('The tests cannot be shown')} text={fault} /> : <Loading />;
  }
  const { tests } = data.bot;
  const start = (): void =>
    void running.run(change(RunBotTests, { input: { botId } }), ({ runBotTests }) =>
      setRun(runBotTests.run ?? undefined),
    );
  const remove = (botTestId: string, name: string): void =>
    askFirst(
      { title: t('Delete {name}?', { name }), button: t('Delete') },
      () => void deleting.run(change(DeleteTest, { input: { botId, botTestId } })),
    );
  return (
    <div className="tests">
      <section aria-labelledby="written">
        <h2 id="written">{t('Written tests')}</h2>
        {tests.length === 0 ? (
          <p className="soft">{t('None yet. Try the bot, and keep what you tried as a test.')}</p>
        ) : (
          <button type="button" className="primary" disabled={running.isRunning} onClick={start}>
            {running.isRunning
              ? t('Running …')
              : t('Run the test|Run all {count}', { count: tests.length })}
          </button>
        )}
        <Fault words={running.fault} />
        <Fault words={deleting.fault} />
        <p role="status">{run ? summaryOf(run) : ''}</p>
        <ul className="testList">
          {tests.map(({ id, name }) => (
            <li key={id}>
              <Outcome name={name} result={run?.results.find((one) => one.name === name)} />
              <ForEditors>
                <button
                  type="button"
                  className="plain"
                  aria-label={t('Delete {name}', { name })}
                  onClick={() => remove(id, name)}
                >
                  ×
                </button>
              </ForEditors>
            </li>
          ))}
        </ul>
        {tests.length > 0 ? <Schedule bot={data.bot} /> : null}
      </section>
      <Explore botId={botId} />
    </div>
  );
}

function summaryOf(run: Run): string {
  const { covered, total } = run.coverage.blocks;
  return `${countsOf(run)} ${t('They came through {covered} of {total} blocks.', { covered, total })}`;
}

const OUTCOMES = { PASSED: t('✓ passed'), FAILED: t('✗ failed'), NOT_RUN: t('not run') } as const;

/** The name of a test, and how it went. */
function Outcome({
  name,
  result,
}: {
  readonly name: string;
  readonly result: Run['results'][number] | undefined;
}): ReactNode {
  if (result?.outcome !== 'FAILED') {
    return (
      <span>
        {name} {result ? <span className="soft">{OUTCOMES[result.outcome]}</span> : null}
      </span>
    );
  }
  return (
    <details>
      <summary>
        {name} <span className="fault">{OUTCOMES.FAILED}</span>
      </summary>
      <p>{result.message}</p>
      <pre tabIndex={0}>{[...result.transcript, ...result.diff].join('\n')}</pre>
    </details>
  );
}
