import { AnswerChat } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { change } from '../app/change.js';
import { useCommands } from '../app/commands.js';
import { Fault } from '../ui/Fault.js';
import { About } from './About.js';
import { Acts } from './Acts.js';
import { Answer } from './Answer.js';
import { GroupChooser } from './GroupChooser.js';
import type { InboxChat } from './inboxList.js';
import { Transcript } from './Transcript.js';
import { useChat } from './useChat.js';
import { type ChatActs, useChatActs } from './useChatActs.js';
import { useLetters } from './useLetters.js';
import { useOneChat, useViewers } from './useOneChat.js';
import { WhoIsThere } from './WhoIsThere.js';
import { t } from '../i18n/t.js';

/** Whose inbox it is. */
export interface InboxOf {
  readonly workspaceId: string;
  readonly userId: string;
}

/** One chat of the inbox: what was said, what is known of it, and what an agent may do. */
export function ChatPanel({
  sessionId,
  listed,
  keep,
  leave,
  hasLetters,
  of: { workspaceId, userId },
}: {
  readonly sessionId: string;
  /** The chat as the list has it; absent while it is not in the list. */
  readonly listed: InboxChat | undefined;
  readonly keep: (chat: InboxChat) => void;
  /** Goes back to the list, where there is no room for both. */
  readonly leave: () => void;
  readonly hasLetters: boolean;
  readonly of: InboxOf;
}): ReactNode {
  const { chat: state, typists, fault, again } = useChat(sessionId);
  const { chat, about, isReadOnly } = useOneChat(
    { workspaceId, sessionId },
    { listed, lastSeq: state.lastSeq },
  );
  const panel = useRef<HTMLElement>(null);
  const [isAboutShown, showAbout] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const focusOn = (part: 'select' | 'textarea'): void =>
    panel.current?.querySelector<HTMLElement>(part)?.focus();
  const acts = useChatActs({ sessionId, chat, taken: () => focusOn('textarea') }, keep);
  const { isMine, isOver } = standOf(chat, userId);
  useWhenOpenAgain(isOver, again);
  useWhenSeen(isReadOnly ? 0 : (chat?.unread ?? 0), acts.markRead);
  const offered = actsOffered(acts, {
    ...{ isMine, isOver, focusOn },
    chooseGroup: () => setChoosing(true),
  });
  useKeys(hasLetters, isReadOnly ? {} : offered);
  return (
    <section
      ref={panel}
      className={isAboutShown ? 'chatPanel withAbout' : 'chatPanel'}
      aria-label={t('Chat')}
    >
      <header>
        <button type="button" className="plain narrow" onClick={leave}>
          {t('‹ Chats')}
        </button>
        <Holder {...{ sessionId, chat, userId }} />
        <Acts
          {...{ workspaceId, chat, acts, isMine, isOver, isReadOnly }}
          chooseGroup={() => setChoosing(true)}
        />
        <AboutButton isShown={isAboutShown} show={showAbout} />
      </header>
      <div className="chatMain">
        <Transcript said={state.said} />
        <WhoIsThere {...{ typists, chat, isMine, isOver }} />
        <Fault words={fault} />
        <Fault words={acts.fault} />
        <Answer
          {...{ sessionId, workspaceId }}
          isLocked={!isMine}
          send={async (answer) => {
            const claim = chat?.claim ?? 0;
            await change(AnswerChat, { input: { sessionId, claim, ...answer } });
          }}
        />
      </div>
      <About
        {...{ sessionId, chat, about, isReadOnly }}
        acts={acts}
        close={() => showAbout(false)}
      />
      {isChoosing ? (
        <GroupChooser
          sessionId={sessionId}
          choose={acts.release}
          close={() => setChoosing(false)}
        />
      ) : null}
    </section>
  );
}

/** Shows what is known of the chat, where there is no room for both. */
function AboutButton({
  isShown,
  show,
}: {
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
}): ReactNode {
  return (
    <button
      type="button"
      className="aboutButton"
      aria-expanded={isShown}
      onClick={() => show(!isShown)}
    >
      {t('About')}
    </button>
  );
}

/** How a chat stands for a person: whether they have it, and whether it is closed or its flow has ended. */
function standOf(chat: InboxChat | undefined, userId: string) {
  const isOver = chat?.status === 'CLOSED' || chat?.status === 'ENDED';
  return { isOver, isMine: chat?.assignee?.id === userId && !isOver };
}

/** Who has the chat, and who else reads it, so that two do not prepare an answer unknowingly. */
function Holder({
  sessionId,
  chat,
  userId,
}: {
  readonly sessionId: string;
  readonly chat: InboxChat | undefined;
  readonly userId: string;
}): ReactNode {
  const names = useViewers(sessionId, userId);
  const { isMine, isOver } = standOf(chat, userId);
  return (
    <div className="chatWho">
      <p>{isOver ? t('This chat is closed') : whoHas(chat, isMine)}</p>
      <p className="viewers" role="status">
        {names.length === 0
          ? ''
          : t('{names} also has this chat open|{names} also have this chat open', {
              names: names.join(', '),
              count: names.length,
            })}
      </p>
    </div>
  );
}

function whoHas(chat: InboxChat | undefined, isMine: boolean): string {
  if (isMine) return t('You have this chat');
  if (chat?.status === 'OPEN') return t('The bot has this chat');
  const holder = chat?.assignee;
  if (!holder) return t('Nobody has this chat');
  return t('{name} has this chat', { name: holder.name ?? t('Somebody') });
}

/** Calls a function when a chat that was over is open again, whoever opened it. */
function useWhenOpenAgain(isOver: boolean, again: () => void): void {
  const wasOver = useRef(isOver);
  useEffect(() => {
    if (wasOver.current && !isOver) again();
    wasOver.current = isOver;
  }, [isOver]);
}

/** Marks what the visitor wrote as read, so many messages, as soon as the window that shows them is seen. */
function useWhenSeen(unread: number, markRead: () => void): void {
  const latest = useRef(markRead);
  latest.current = markRead;
  useEffect(() => {
    const note = (): void => {
      if (unread > 0 && !document.hidden) latest.current();
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [unread]);
}

/** What can be done with a chat now, by letters. */
type KeyActs = Readonly<Partial<Record<(typeof TITLES)[number][0], () => void>>>;

/** What can be done with a chat as it stands, as its buttons offer it. */
function actsOffered(
  acts: ChatActs,
  {
    isMine,
    isOver,
    chooseGroup,
    focusOn,
  }: {
    readonly isMine: boolean;
    readonly isOver: boolean;
    readonly chooseGroup: () => void;
    readonly focusOn: (part: 'select' | 'textarea') => void;
  },
): KeyActs {
  if (isOver) return { t: acts.reopen };
  const whileOpen = { e: acts.close, a: () => focusOn('select') };
  if (!isMine) return { ...whileOpen, t: acts.take };
  return { ...whileOpen, b: () => acts.release(), g: chooseGroup, r: () => focusOn('textarea') };
}

/** Offers what can be done with the chat by letters, and in the list of commands. */
function useKeys(hasLetters: boolean, acts: KeyActs): void {
  const latest = useRef(acts);
  latest.current = acts;
  useLetters(hasLetters, acts);
  const commands = useMemo(
    () =>
      TITLES.filter(([key]) => acts[key]).map(([key, title]) => ({
        title,
        keys: key.toUpperCase(),
        run: () => latest.current[key]?.(),
      })),
    [Object.keys(acts).sort().join('')],
  );
  useCommands(commands);
}

const TITLES = [
  ['t', t('Take the chat over, or open it again')],
  ['r', t('Write an answer')],
  ['a', t('Assign the chat to somebody')],
  ['b', t('Give the chat back to the bot')],
  ['g', t('Give the chat back at a group')],
  ['e', t('Close the chat')],
] as const;
