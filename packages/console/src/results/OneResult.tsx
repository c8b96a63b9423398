import { OneResult as Document, type OneResultQuery } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useData } from '../app/server.js';
import { useWorkspaceId } from '../app/workspace.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { locale, t } from '../i18n/t.js';

type Result = NonNullable<NonNullable<OneResultQuery['bot']>['result']>;

/** One result: what was said, its variables, and what was logged. */
export function OneResult({
  botId,
  resultId,
}: {
  readonly botId: string;
  readonly resultId: string;
}): ReactNode {
  const { data, fault } = useData(Document, { botId, resultId });
  if (!data)
    return fault ? <Notice title={t('This result cannot be shown')} text={fault} /> : <Loading />;
  const result = data.bot?.result;
  if (!result) return <Notice title={t('There is no such result any more')} />;
  return (
    <div className="page result">
      <p>
        <Link href={`/b/${botId}/results`}>{t('‹ All results')}</Link>
      </p>
      <h2>{t('Result of {time}', { time: new Date(result.createdAt).toLocaleString(locale) })}</h2>
      <ToInbox result={result} />
      <div className="resultParts">
        <Transcript result={result} />
        <Facts result={result} />
      </div>
    </div>
  );
}

/** Leads to the chat where somebody can take it over, as long as it goes on. */
function ToInbox({ result: { sessionId, isCompleted } }: { readonly result: Result }): ReactNode {
  const workspaceId = useWorkspaceId();
  if (sessionId === null || isCompleted || workspaceId === undefined) return null;
  return (
    <p>
      <Link href={`/w/${workspaceId}/inbox?chat=${sessionId}`}>{t('Answer in the inbox')}</Link>
    </p>
  );
}

function Transcript({ result: { transcript } }: { readonly result: Result }): ReactNode {
  return (
    <section aria-label={t('Transcript')}>
      <ol className="transcript">
        {transcript.map(({ role, text, mediaUrl, type }, place) => (
          <li key={place} className={role.toLowerCase()}>
            <span className="hidden">{role.toLowerCase()}: </span>
            {text?.trimEnd() ?? mediaUrl ?? type}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ result: { variables, logs } }: { readonly result: Result }): ReactNode {
  return (
    <section aria-label={t('Variables and logs')}>
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
