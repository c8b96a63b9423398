import type { Said } from '@parley/client';
import {
  AnswerChat,
  AssignChat,
  ClaimChat,
  CloseChat,
  ChatNotes,
  Members,
  ReleaseChat,
} from '@parley/client/dashboard';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { change } from '../app/change.js';
import { useCommands } from '../app/commands.js';
import { useAction } from '../app/useAction.js';
import { useData } from '../app/server.js';
import { Fault } from '../ui/Fault.js';
import { Answer } from './Answer.js';
import type { InboxChat } from './inboxList.js';
import { Notes } from './Notes.js';
import { useChat } from './useChat.js';
import { useLetters } from './useLetters.js';
import { t } from '../i18n/t.js';

/** Whose inbox it is. */
export interface InboxOf {
  readonly workspaceId: string;
  readonly userId: string;
}

/** One chat of the inbox: what was said, and what an agent may do. */
export function ChatPanel({
  sessionId,
  listed,
  keep,
  hasLetters,
  of: { workspaceId, userId },
}: {
  readonly sessionId: string;
  /** The chat as the list has it; absent once it left the list. */
  readonly listed: InboxChat | undefined;
  readonly keep: (chat: InboxChat) => void;
  readonly hasLetters: boolean;
  readonly of: InboxOf;
}): ReactNode {
  const { chat: state, isVisitorTyping, fault } = useChat(sessionId);
  const [chat, setChat] = useState(listed);
  useEffect(() => {
    if (listed) setChat(listed);
  }, [listed]);
  const panel = useRef<HTMLElement>(null);
  const claim = chat?.claim ?? 0;
  const isMine = chat?.assignee?.id === userId;
  const isReadOnly = useIsReadOnly(sessionId);
  const acts = useChatActs({ sessionId, chat }, (now) => {
    setChat(now);
    if (listed) keep(now);
  });
  useKeys(hasLetters && !isReadOnly, {
    ...{ t: acts.take, b: acts.release, e: acts.close },
    a: () => panel.current?.querySelector('select')?.focus(),
    r: () => panel.current?.querySelector('textarea')?.focus(),
  });
  return (
    <section ref={panel} className="chatPanel" aria-label={t('Chat')}>
      <header>
        <p>{whoHas(chat?.assignee, isMine)}</p>
        <Acts {...{ workspaceId, chat, acts, isMine, isReadOnly }} />
      </header>
      <Transcript said={state.said} />
      <p className="typing" role="status">
        {isVisitorTyping ? t('The visitor types …') : ''}
      </p>
      <Fault words={fault} />
      <Fault words={acts.fault} />
      <Notes {...{ sessionId, isReadOnly }} revision={chat?.revision ?? 0} />
      <Answer
        {...{ sessionId, workspaceId }}
        isLocked={!isMine}
        send={async (answer) =>
          void (await change(AnswerChat, { input: { sessionId, claim, ...answer } }))
        }
      />
    </section>
  );
}

/** Whether the person may not take part in a chat: who may only read its bot does not see its notes. */
function useIsReadOnly(sessionId: string): boolean {
  return useData(ChatNotes, { sessionId }).isForbidden;
}

/** The buttons of what an agent does with a chat. */
function Acts({
  workspaceId,
  chat,
  acts,
  isMine,
  isReadOnly,
}: {
  readonly workspaceId: string;
  readonly chat: InboxChat | undefined;
  readonly acts: ReturnType<typeof useChatActs>;
  readonly isMine: boolean;
  readonly isReadOnly: boolean;
}): ReactNode {
  return (
    <fieldset className="forEditors" disabled={isReadOnly}>
      {isMine ? (
        <button type="button" onClick={acts.release}>
          {t('Give back to the bot')}
        </button>
      ) : (
        <button type="button" className="primary" onClick={acts.take}>
          {t('Take over')}
        </button>
      )}
      <Assignee {...{ workspaceId }} chat={chat} assign={acts.assign} />
      <button type="button" onClick={acts.close}>
        {t('Close')}
      </button>
    </fieldset>
  );
}

/** What an agent does with a chat; `keep` receives it as it is then. */
function useChatActs(
  { sessionId, chat }: { readonly sessionId: string; readonly chat: InboxChat | undefined },
  keep: (chat: InboxChat) => void,
) {
  const { fault, run } = useAction();
  const claim = chat?.claim ?? 0;
  const act = (doing: Promise<InboxChat | null>): void =>
    void run(doing, (now) => {
      if (now) keep(now);
    });
  return {
    fault,
    take() {
      const input = { sessionId, ...(chat?.assignee && { takeOver: claim }) };
      act(change(ClaimChat, { input }).then((done) => done.claimChat.chat));
    },
    release() {
      const input = { sessionId, claim };
      act(change(ReleaseChat, { input }).then((done) => done.releaseChat.chat));
    },
    close() {
      const input = { sessionId, claim };
      act(change(CloseChat, { input }).then((done) => done.closeChat.chat));
    },
    assign(assigneeId: string | null) {
      const input = { sessionId, assigneeId };
      act(change(AssignChat, { input }).then((done) => done.assignChat.chat));
    },
  };
}

/** Offers what can be done with the chat by letters, and in the list of commands. */
function useKeys(
  hasLetters: boolean,
  acts: Readonly<Record<(typeof TITLES)[number][0], () => void>>,
): void {
  const latest = useRef(acts);
  latest.current = acts;
  useLetters(hasLetters, acts);
  const commands = useMemo(
    () =>
      TITLES.map(([key, title]) => ({
        title,
        keys: key.toUpperCase(),
        run: () => latest.current[key](),
      })),
    [],
  );
  useCommands(commands);
}

const TITLES = [
  ['t', t('Take the chat over')],
  ['r', t('Write an answer')],
  ['a', t('Assign the chat to somebody')],
  ['b', t('Give the chat back to the bot')],
  ['e', t('Close the chat')],
] as const;

function whoHas(holder: InboxChat['assignee'] | undefined, isMine: boolean): string {
  if (isMine) return t('You have this chat');
  if (!holder) return t('Nobody has this chat');
  return t('{name} has this chat', { name: holder.name ?? t('Somebody') });
}

/** Gives the chat to a member of the workspace. */
function Assignee({
  workspaceId,
  chat,
  assign,
}: {
  readonly workspaceId: string;
  readonly chat: InboxChat | undefined;
  readonly assign: (userId: string | null) => void;
}): ReactNode {
  const people = useData(Members, { workspaceId }).data?.workspace?.members;
  if (!people) return null;
  return (
    <select
      aria-label={t('Assigned to')}
      value={chat?.assignee?.id ?? ''}
      onChange={({ target }) => assign(target.value === '' ? null : target.value)}
    >
      <option value="">{t('Nobody')}</option>
      {people.map(({ user }) => (
        <option key={user.id} value={user.id}>
          {user.name ?? user.email}
        </option>
      ))}
    </select>
  );
}

function Transcript({ said }: { readonly said: readonly Said[] }): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  // What `scrollIntoView` returns is no clean-up.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [said.length]);
  return (
    <div className="said" tabIndex={0} role="log" aria-label={t('What was said')}>
      <ol className="transcript">
        {said.map((one, place) => (
          <li key={place} className={one.from}>
            <span className="hidden">{one.from}: </span>
            {textOf(one)}
            <Files said={one} />
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  );
}

/** Links to the files that a visitor sent. */
function Files({ said }: { readonly said: Said }): ReactNode {
  const urls = ('attachedFileUrls' in said && said.attachedFileUrls) || [];
  return urls.map((url) => (
    <a key={url} href={url} target="_blank" rel="noreferrer">
      {url.split('/').at(-1)}
    </a>
  ));
}

function textOf(said: Said): string {
  if ('text' in said) return said.text.trimEnd();
  if ('streamedText' in said) return said.streamedText;
  const { content } = said.message as { content?: { plainText?: unknown; url?: unknown } };
  return String(content?.plainText ?? content?.url ?? said.message.type).trim();
}
