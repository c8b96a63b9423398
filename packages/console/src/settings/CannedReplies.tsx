import {
  CannedReplies as RepliesOf,
  DeleteCannedReply,
  SaveCannedReply,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { LineForm } from '../ui/LineForm.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';

/** The texts that people send again and again in the inbox. */
export function CannedReplies({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(RepliesOf, { workspaceId });
  const { fault, run } = useAction(shown.reload);
  const [changed, setChanged] = useState<string>();
  const save = async (form: FormData, cannedReplyId?: string): Promise<boolean> => {
    const [shortcut, text] = [String(form.get('shortcut')), String(form.get('text'))];
    return run(
      change(SaveCannedReply, { input: { workspaceId, cannedReplyId, shortcut, text } }),
      () => setChanged(undefined),
    );
  };
  const remove = (cannedReplyId: string): void =>
    void run(change(DeleteCannedReply, { input: { workspaceId, cannedReplyId } }));
  return (
    <SettingsPage
      title={t('Canned replies')}
      help={t(
        'Texts for the inbox, found by their shortcuts. {{name}} becomes the value of that variable in the chat.',
      )}
      {...{ shown, fault }}
    >
      {({ workspace }) =>
        workspace?.cannedReplies ? (
          <>
            <ReplyForm title={t('New reply')} save={save} />
            <ul className="rows">
              {workspace.cannedReplies.map(({ id, shortcut, text }) =>
                id === changed ? (
                  <li key={id}>
                    <ReplyForm
                      title={t('Change {name}', { name: shortcut })}
                      reply={{ shortcut, text }}
                      save={async (form) => save(form, id)}
                    />
                    <button type="button" onClick={() => setChanged(undefined)}>
                      {t('Cancel')}
                    </button>
                  </li>
                ) : (
                  <li key={id}>
                    <span className="rowText">
                      <strong>{shortcut}</strong>
                      <span className="soft lines">{text}</span>
                    </span>
                    <button
                      type="button"
                      aria-label={t('Change {name}', { name: shortcut })}
                      onClick={() => setChanged(id)}
                    >
                      {t('Change')}
                    </button>
                    <button
                      type="button"
                      aria-label={t('Delete {name}', { name: shortcut })}
                      onClick={() => remove(id)}
                    >
                      {t('Delete')}
                    </button>
                  </li>
                ),
              )}
            </ul>
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

/** Asks for a shortcut and its text. */
function ReplyForm({
  title,
  reply,
  save,
}: {
  readonly title: string;
  readonly reply?: { readonly shortcut: string; readonly text: string };
  readonly save: (form: FormData) => Promise<boolean>;
}): ReactNode {
  return (
    <LineForm title={title} button={t('Save')} submit={save}>
      <input
        name="shortcut"
        aria-label={t('Shortcut')}
        placeholder={t('hello')}
        defaultValue={reply?.shortcut}
        required
      />
      <textarea
        name="text"
        aria-label={t('Text')}
        placeholder={t('Hello {{Name}}, how can I help?')}
        rows={3}
        defaultValue={reply?.text}
        required
      />
    </LineForm>
  );
}
