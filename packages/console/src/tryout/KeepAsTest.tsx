import { RecordTest, SaveTest } from '@parley/client/dashboard';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { ForEditors } from '../draft/ForEditors.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';

/** Keeps a chat that was tried as a written test of the bot. */
export function KeepAsTest({
  botId,
  sessionId,
}: {
  readonly botId: string;
  readonly sessionId: string;
}): ReactNode {
  const { fault, run } = useAction();
  const [notes, setNotes] = useState<readonly string[]>();
  const keep = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '');
    void run(record({ botId, sessionId, name }), setNotes);
  };
  return (
    <details className="keepTest">
      <summary>{t('Keep this as a test')}</summary>
      <form onSubmit={keep}>
        <ForEditors>
          <input name="name" aria-label={t('Name of the test')} required maxLength={100} />
          <button type="submit">{t('Keep')}</button>
        </ForEditors>
      </form>
      <Fault words={fault} />
      {notes ? (
        <>
          <p role="status">
            {t('Kept.')} <Link href={`/b/${botId}/tests`}>{t('See the tests')}</Link>
          </p>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      ) : null}
    </details>
  );
}

/** Makes a test of a chat and stores it; returns what is to be filled in by hand. */
async function record({
  botId,
  sessionId,
  name,
}: {
  readonly botId: string;
  readonly sessionId: string;
  readonly name: string;
}): Promise<readonly string[]> {
  const { recordBotTest } = await change(RecordTest, { input: { botId, sessionId, name } });
  await change(SaveTest, { input: { botId, test: recordBotTest.test } });
  return recordBotTest.notes ?? [];
}
