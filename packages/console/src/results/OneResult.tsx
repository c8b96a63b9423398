import {
  OneResult as Document,
  type OneResultQuery,
  WatchResults,
  type WatchResultsSubscription,
} from '@parley/client/dashboard';
import { type ReactNode, useEffect } from 'react';
import { useSubscription } from 'urql';
import { Link, useLocation } from 'wouter';
import { useErased } from '../app/erasing.js';
import { useData } from '../app/server.js';
import { useWorkspaceId } from '../app/workspace.js';
import { ForEditors } from '../draft/ForEditors.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { TranscriptList } from '../ui/TranscriptList.js';
import { eraseResults } from './eraseResults.js';
import { resultsAt } from './resultFilter.js';
import { useFilterKept } from './useFilterKept.js';
import { locale, t } from '../i18n/t.js';

type Result = NonNullable<NonNullable<OneResultQuery['bot']>['result']>;

/** One result as it goes on: what was said, its files and variables, what was logged, and what can be done with it. */
export function OneResult({
  botId,
  resultId,
}: {
  readonly botId: string;
  readonly resultId: string;
}): ReactNode {
  const { data, fault, reload } = useData(Document, { botId, resultId });
  const result = data?.bot?.result;
  useFollowing({ botId, resultId, isOpen: result?.isCompleted === false, read: reload });
  const erased = useErased();
  const all = `/b/${botId}/results${useFilterKept()}`;
  if (!data)
    return fault ? <Notice title={t('This result cannot be shown')} text={fault} /> : <Loading />;
  if (!result || erased.has(resultId))
    return <Notice title={t('There is no such result any more')} />;
  return (
    <div className="page result">
      <p>
        <Link href={all}>{t('‹ All results')}</Link>
      </p>
      <h2>{t('Result of {time}', { time: new Date(result.createdAt).toLocaleString(locale) })}</h2>
      <Ways {...{ botId, result, all }} />
      <div className="resultParts">
        <Transcript result={result} />
        <Facts result={result} />
      </div>
    </div>
  );
}

/** Reads a result again whenever its chat goes on, as long as it does, and once it is erased. */
function useFollowing({
  botId,
  resultId,
  isOpen,
  read,
}: {
  readonly botId: string;
  readonly resultId: string;
  readonly isOpen: boolean;
  readonly read: () => void;
}): void {
  const variables = { botId, resultId, hasStarted: null };
  const [{ data }] = useSubscription<WatchResultsSubscription>({
    query: WatchResults,
    variables,
    pause: !isOpen,
  });
  useEffect(() => {
    if (data) read();
  }, [data]);
}

/** Where the result leads: its version, what happened inside its chat, and the inbox as long as that goes on; and erasing it. */
function Ways({
  botId,
  result: { id, sessionId, isCompleted, version },
  all,
}: {
  readonly botId: string;
  readonly result: Result;
  /** The address of the table it was opened from. */
  readonly all: string;
}): ReactNode {
  const workspaceId = useWorkspaceId();
  const [, go] = useLocation();
  const erase = (): void => {
    eraseResults(new Map([[botId, [id]]]));
    go(all);
  };
  return (
    <div className="tools ways">
      {version ? (
        <Link href={resultsAt(botId, { versionId: version.id })}>
          {t('Version {number}', { number: version.number })}
        </Link>
      ) : null}
      {sessionId === null ? null : (
        <Link href={`/b/${botId}/chats/${sessionId}`}>{t('What happened inside')}</Link>
      )}
      {sessionId === null || isCompleted || workspaceId === undefined ? null : (
        <Link href={`/w/${workspaceId}/inbox?list=open&chat=${sessionId}`}>
          {t('Answer in the inbox')}
        </Link>
      )}
      <ForEditors>
        <button type="button" onClick={erase}>
          {t('Erase')}
        </button>
      </ForEditors>
    </div>
  );
}

const SPEAKERS = { USER: 'visitor', BOT: 'bot', AGENT: 'agent' } as const;

function Transcript({ result: { transcript } }: { readonly result: Result }): ReactNode {
  return (
    <section aria-label={t('Transcript')}>
      <TranscriptList
        entries={transcript.map(({ role, text, mediaUrl, type }) => ({
          from: SPEAKERS[role],
          said: text?.trimEnd() ?? mediaUrl ?? type,
        }))}
      />
    </section>
  );
}

function Facts({ result: { variables, logs, files } }: { readonly result: Result }): ReactNode {
  return (
    <section aria-label={t('Variables and logs')}>
      {files.length === 0 ? null : (
        <>
          <h3>{t('Files')}</h3>
          <ul className="files">
            {files.map(({ fileId, name, url }) => (
              <li key={fileId}>
                <a href={url} target="_blank" rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('Variables')}</h3>
      <dl>
        {variables.map(({ variableId, name, value }) => (
          <div key={variableId}>
            <dt>{name}</dt>
            <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('Logs')}</h3>
      {logs.length === 0 ? <p className="soft">{t('Nothing was logged.')}</p> : null}
      <ul className="logs">
        {logs.map(({ logId, status, description }) => (
          <li key={logId} className={status}>
            <strong>{status}</strong> {description}
          </li>
        ))}
      </ul>
    </section>
  );
}
