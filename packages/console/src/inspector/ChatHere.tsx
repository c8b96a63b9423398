import { FindChat, type FindChatMutation, SaveTest } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { ForEditors } from '../draft/ForEditors.js';
import { ExploredChat } from '../tests/ExploredChat.js';
import { Fault } from '../ui/Fault.js';
import { t } from '../i18n/t.js';

type Found = NonNullable<FindChatMutation['findChatTo']['chat']>;

/** Shows how a chat comes to a group or block, which the server finds by trying. */
export function ChatHere({ partId }: { readonly partId: string }): ReactNode {
  const { botId = '' } = useParams<{ botId: string }>();
  const { fault, isRunning, run } = useAction();
  const [found, setFound] = useState<Found | null>();
  const look = (): void => {
    setFound(undefined);
    void run(change(FindChat, { input: { botId, partId } }), ({ findChatTo }) =>
      setFound(findChatTo.chat),
    );
  };
  return (
    <section className="chatHere">
      <button type="button" disabled={isRunning} onClick={look}>
        {isRunning ? t('Looking …') : t('Show a chat that comes here')}
      </button>
      <Fault words={fault} />
      <div role="status">
        {found ? <Chat botId={botId} found={found} /> : null}
        {found === null ? <p className="soft">{t('No chat that was tried came here.')}</p> : null}
      </div>
    </section>
  );
}

function Chat({
  botId,
  found: { transcript, isSampled, test },
}: {
  readonly botId: string;
  readonly found: Found;
}): ReactNode {
  return (
    <>
      <ExploredChat {...{ transcript, isSampled }} />
      {test === null || test === undefined ? null : <Keep botId={botId} test={test} />}
    </>
  );
}

function Keep({
  botId,
  test,
}: {
  readonly botId: string;
  readonly test: NonNullable<Found['test']>;
}): ReactNode {
  const { fault, run } = useAction();
  const [isKept, setKept] = useState(false);
  const keep = (): void =>
    void run(change(SaveTest, { input: { botId, test } }), () => setKept(true));
  return (
    <>
      {isKept ? (
        <p>
          {t('Kept.')} <Link href={`/b/${botId}/tests`}>{t('See the tests')}</Link>
        </p>
      ) : (
        <ForEditors>
          <button type="button" onClick={keep}>
            {t('Keep it as a test')}
          </button>
        </ForEditors>
      )}
      <Fault words={fault} />
    </>
  );
}
