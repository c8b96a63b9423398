import type { ReactNode } from 'react';
import { useDraft, useDraftState } from '../draft/useDraft.js';
import type { Issue } from '../blocks/issueWords.js';
import type { FieldIssue } from './formContext.js';
import { t } from '../i18n/t.js';

const MARKS = { ERROR: '✕', WARNING: '!', HINT: 'i' } as const;
const WORDS = { ERROR: t('Error'), WARNING: t('Warning'), HINT: t('Hint') };

/** What is wrong, each with the buttons that mend it; `open` shows where it is. */
export function Issues<One extends FieldIssue>({
  issues,
  open,
}: {
  readonly issues: readonly One[];
  readonly open?: (issue: One) => void;
}): ReactNode {
  if (issues.length === 0) return null;
  return (
    <ul className="issues">
      {issues.map((issue, place) => (
        <li key={place} className={issue.level}>
          <span className="mark" role="img" aria-label={WORDS[issue.level]}>
            {MARKS[issue.level]}
          </span>
          <div>
            {open ? (
              <button type="button" className="link" onClick={() => open(issue)}>
                {issue.message}
              </button>
            ) : (
              issue.message
            )}
            {issue.fixes.map((fix) => (
              <FixButton key={fix.title} fix={fix} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Mends something by a click, which can be undone. */
function FixButton({ fix }: { readonly fix: Issue['fixes'][number] }): ReactNode {
  const draft = useDraft();
  const revision = useDraftState((state) => state.revision);
  return (
    <button
      type="button"
      className="fix"
      // The edits are for that revision; those for the newest are on their way.
      disabled={fix.revision !== revision}
      title={fix.isSafe ? undefined : t('Some chats will go another way')}
      onClick={() => draft.edit(fix.edits)}
    >
      {t('Fix: {title}', { title: fix.title })}
    </button>
  );
}
