import { AddChatNote, ChatNotes } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { useDataOf } from '../app/useDataOf.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';
import { When } from '../ui/When.js';
import { t } from '../i18n/t.js';

/** What agents noted about a chat; visitors never see it. It is read again when the chat has another revision. */
export function Notes({
  sessionId,
  revision,
  isReadOnly,
}: {
  readonly sessionId: string;
  /** Whether the person may only look at the chat. */
  readonly isReadOnly: boolean;
  readonly revision: number;
}): ReactNode {
  const { data, reload } = useDataOf(ChatNotes, { sessionId }, { revision });
  const { fault, run } = useAction(reload);
  const notes = data?.chat?.notes ?? [];
  return (
    <details className="notes">
      <summary>
        {notes.length === 0 ? t('Notes') : t('Notes ({count})', { count: notes.length })}
      </summary>
      <ul>
        {notes.map(({ noteId, author, createdAt, text }) => (
          <li key={noteId}>
            <strong>{author?.name ?? t('Somebody')}</strong> <When at={createdAt} />
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Fault words={fault} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const text = String(new FormData(form).get('note'));
          void run(change(AddChatNote, { input: { sessionId, text } }), () => form.reset());
        }}
      >
        <fieldset className="forEditors" disabled={isReadOnly}>
          <input
            name="note"
            aria-label={t('Note')}
            placeholder={t('Only your team sees it')}
            required
          />
          <button>{t('Note it')}</button>
        </fieldset>
      </form>
    </details>
  );
}
