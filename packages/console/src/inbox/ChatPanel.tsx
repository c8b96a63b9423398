import { type ChatState, foldChat, newChat, type Said, watchChat } from '@parley/client';
import { AnswerChat, ClaimChat, CloseChat, ReleaseChat } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { change, wordsOf } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { server } from '../app/server.js';
import type { InboxChat } from './useInbox.js';
import { Fault } from '../ui/Fault.js';

/** One chat of the inbox: what was said, and what an agent may do. */
export function ChatPanel({
  sessionId,
  listed,
  userId,
}: {
  readonly sessionId: string;
  /** The chat as the list has it; absent once it left the list. */
  readonly listed: InboxChat | undefined;
  readonly userId: string;
}): ReactNode {
  const { chat: state, fault } = useChat(sessionId);
  const [chat, setChat] = useState(listed);
  const action = useAction();
  useEffect(() => {
    if (listed) setChat(listed);
  }, [listed]);
  const run = (doing: Promise<unknown>): void => void action.run(doing);
  const holder = chat?.assignee;
  const isMine = holder?.id === userId;
  const claim = chat?.claim ?? 0;
  const keep = (now: InboxChat | null | undefined): void => {
    if (now) setChat(now);
  };
  const take = async (): Promise<void> => {
    const input = { sessionId, ...(holder && { takeOver: claim }) };
    keep((await change(ClaimChat, { input })).claimChat.chat);
  };
  const release = async (): Promise<void> =>
    keep((await change(ReleaseChat, { input: { sessionId, claim } })).releaseChat.chat);
  const close = async (): Promise<void> =>
    keep((await change(CloseChat, { input: { sessionId, claim } })).closeChat.chat);
  return (
    <section className="chatPanel" aria-label="Chat">
      <header>
        <p>{whoHas(holder, isMine)}</p>
        {isMine ? (
          <button type="button" onClick={() => run(release())}>
            Give back to the bot
          </button>
        ) : (
          <button type="button" className="primary" onClick={() => run(take())}>
            Take over
          </button>
        )}
        <button type="button" onClick={() => run(close())}>
          Close
        </button>
      </header>
      <Said said={state.said} />
      <Fault words={fault} />
      <Fault words={action.fault} />
      <Answer
        sessionId={sessionId}
        isLocked={!isMine}
        send={async (text) =>
          void (await change(AnswerChat, { input: { sessionId, text, claim } }))
        }
      />
    </section>
  );
}

function whoHas(holder: InboxChat['assignee'] | undefined, isMine: boolean): string {
  if (isMine) return 'You have this chat';
  return holder ? `${holder.name ?? 'Somebody'} has this chat` : 'Nobody has this chat';
}

function useChat(sessionId: string): { readonly chat: ChatState; readonly fault: string } {
  const [chat, setChat] = useState(newChat);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    const follow = async (): Promise<void> => {
      const { signal } = leaving;
      for await (const event of watchChat({ url: server, sessionId, signal })) {
        setChat((before) => foldChat(before, event));
      }
    };
    follow().catch((error: unknown) => {
      if (!leaving.signal.aborted) setFault(wordsOf(error));
    });
    return () => leaving.abort();
  }, [sessionId]);
  return { chat, fault };
}

function Said({ said }: { readonly said: readonly Said[] }): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  // What `scrollIntoView` returns is no clean-up.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [said.length]);
  return (
    <div className="said" tabIndex={0} role="log" aria-label="What was said">
      <ol className="transcript">
        {said.map((one, place) => (
          <li key={place} className={one.from}>
            <span className="hidden">{one.from}: </span>
            {textOf(one)}
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  );
}

function textOf(said: Said): string {
  if ('text' in said) return said.text;
  if ('streamedText' in said) return said.streamedText;
  const { content } = said.message as { content?: { plainText?: unknown; url?: unknown } };
  return String(content?.plainText ?? content?.url ?? said.message.type).trim();
}

const draftKey = (sessionId: string): string => `parley-answer-${sessionId}`;

/** Where an agent writes; what was not sent is there again later. */
function Answer({
  sessionId,
  isLocked,
  send,
}: {
  readonly sessionId: string;
  readonly isLocked: boolean;
  readonly send: (text: string) => Promise<void>;
}): ReactNode {
  const [text, setText] = useState(() => localStorage.getItem(draftKey(sessionId)) ?? '');
  const { fault, run } = useAction();
  const write = (now: string): void => {
    setText(now);
    if (now === '') localStorage.removeItem(draftKey(sessionId));
    else localStorage.setItem(draftKey(sessionId), now);
  };
  const submit = (): void => {
    if (text.trim() === '' || isLocked) return;
    void run(send(text), () => write(''));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Fault words={fault} />
      <textarea
        rows={3}
        aria-label="Answer"
        placeholder={isLocked ? 'Take over to answer' : 'Answer (Ctrl Enter sends)'}
        value={text}
        readOnly={isLocked}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <button className="primary" disabled={isLocked || text.trim() === ''}>
        Send
      </button>
    </form>
  );
}
