import {
  CannedReplies as RepliesOf,
  DeleteCannedReply,
  SaveCannedReply,
} from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { LineForm } from './LineForm.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { useAction } from '../app/useAction.js';

/** The texts that people send again and again in the inbox. */
export function CannedReplies({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(RepliesOf, { workspaceId });
  const { fault, run } = useAction(shown.reload);
  const save = async (form: FormData): Promise<boolean> => {
    const [shortcut, text] = [String(form.get('shortcut')), String(form.get('text'))];
    return run(change(SaveCannedReply, { input: { workspaceId, shortcut, text } }));
  };
  const remove = (cannedReplyId: string): void =>
    void run(change(DeleteCannedReply, { input: { workspaceId, cannedReplyId } }));
  return (
    <SettingsPage
      title="Canned replies"
      help="Texts for the inbox, found by their shortcuts. {{name}} becomes the value of that variable in the chat."
      {...{ shown, fault }}
    >
      {({ workspace }) =>
        workspace?.cannedReplies ? (
          <>
            <LineForm title="New reply" button="Save" submit={save}>
              <input name="shortcut" aria-label="Shortcut" placeholder="hello" required />
              <textarea
                name="text"
                aria-label="Text"
                placeholder="Hello {{Name}}, how can I help?"
                rows={3}
                required
              />
            </LineForm>
            <ul className="rows">
              {workspace.cannedReplies.map(({ id, shortcut, text }) => (
                <li key={id}>
                  <span className="rowText">
                    <strong>{shortcut}</strong>
                    <span className="soft lines">{text}</span>
                  </span>
                  <button
                    type="button"
                    aria-label={`Delete ${shortcut}`}
                    onClick={() => remove(id)}
                  >
                    Delete
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}
