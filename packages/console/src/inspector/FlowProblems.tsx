import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { problemsInWords } from '../canvas/model/overlay.js';
import { useSelection } from '../canvas/selection.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { Dialog } from '../ui/Dialog.js';
import type { Issue } from '../blocks/issueWords.js';
import { Issues } from './Issues.js';
import { type SaidIssue, useIssues, useSaidIssues } from '../blocks/IssuesProvider.js';

const RANKS = { ERROR: 0, WARNING: 1, HINT: 2 };

/** What is wrong with the flow, the gravest first; each leads to its place, and calls `opened`. */
export function FlowProblems({ opened }: { readonly opened?: () => void }): ReactNode {
  const issues = useSaidIssues();
  const { select } = useSelection();
  if (issues.length === 0) {
    return (
      <p className="empty">
        {t('Nothing is wrong with this flow. Select a block to see its form.')}
      </p>
    );
  }
  return (
    <Issues
      issues={issues
        .toSorted((one, other) => RANKS[one.level] - RANKS[other.level])
        .map((issue) => ({ ...issue, message: withPlace(issue) }))}
      open={(issue) => {
        opened?.();
        select(placeOf(issue));
      }}
    />
  );
}

/** What an issue says in a list of those of the whole flow. */
export function withPlace({ place, message }: Pick<SaidIssue, 'place' | 'message'>): string {
  return place === '' ? message : `${place}: ${message}`;
}

/** The part of the flow that an issue is about. */
function placeOf({ blockId, groupId, edgeId }: Issue) {
  return {
    ...(blockId !== null && { blockId }),
    ...(groupId !== null && { groupIds: [groupId] }),
    ...(blockId === null && edgeId !== null && { edgeId }),
  };
}

/** How much is wrong with the flow, on every screen of the bot; shows the list. */
export function ProblemsButton({ botId }: { readonly botId: string }): ReactNode {
  const issues = useIssues();
  // An empty bot shows its first steps instead.
  const isBegun = useDraftState(({ flow }) => flow.groups.length > 0);
  const [isOpen, setOpen] = useState(false);
  const [, go] = useLocation();
  const isError = issues.some(({ level }) => level === 'ERROR');
  const words = problemsInWords(issues.length);
  return (
    <>
      {issues.length > 0 && isBegun ? (
        <button
          type="button"
          className={isError ? 'problemsButton error' : 'problemsButton'}
          aria-label={words}
          title={words}
          onClick={() => setOpen(true)}
        >
          {isError ? '✕' : '!'} {issues.length}
        </button>
      ) : null}
      {isOpen ? (
        <Dialog title={t('Problems')} close={() => setOpen(false)}>
          <FlowProblems
            opened={() => {
              setOpen(false);
              go(`/b/${botId}/flow`);
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}
