import type { PublishingQuery } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../i18n/t.js';
import { withPlace } from '../inspector/FlowProblems.js';
import { useIssueWords } from '../blocks/IssuesProvider.js';

type Issue = NonNullable<PublishingQuery['bot']>['issues'][number];

/** What is wrong with the draft: errors first, each with its place. */
export function Problems({
  botId,
  issues,
}: {
  readonly botId: string;
  readonly issues: readonly Issue[];
}): ReactNode {
  const isError = ({ level }: Issue): boolean => level === 'ERROR';
  const errors = issues.filter(isError);
  const others = issues.filter((issue) => !isError(issue));
  if (issues.length === 0) return <p className="good">{t('✓ No problems were found.')}</p>;
  return (
    <>
      {errors.length > 0 ? (
        <section className="problems" aria-label={t('Errors')}>
          <h3>⚠ {t('1 error|{count} errors', { count: errors.length })}</h3>
          <IssueList botId={botId} issues={errors} />
        </section>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary>{t('1 hint|{count} hints', { count: others.length })}</summary>
          <IssueList botId={botId} issues={others} />
        </details>
      ) : null}
    </>
  );
}

function IssueList({
  botId,
  issues,
}: {
  readonly botId: string;
  readonly issues: readonly Issue[];
}): ReactNode {
  const inWords = useIssueWords();
  return (
    <ul>
      {issues.map((issue, place) => {
        const at = issue.blockId ?? issue.groupId;
        const words = withPlace(inWords(issue));
        return (
          <li key={place}>
            {at === null ? words : <Link href={`/b/${botId}/flow?at=${at}`}>{words}</Link>}
          </li>
        );
      })}
    </ul>
  );
}
