import type { ChatStarted } from '@parley/client';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { isCommandKey, useCommandList } from '../app/commands.js';
import { server } from '../app/server.js';
import { t } from '../i18n/t.js';

/** What the console uses of the element in its frame (docs/guide/embed-a-chat.md). */
interface ChatElement extends HTMLElement {
  previewBy(start: () => Promise<ChatStarted>): void;
}

/** The page of a chat. It shows what `start` starts, and starts again where `start` is another function or the person restarts it. */
export function ChatFrame({
  start,
  onReplied,
}: {
  readonly start: () => Promise<ChatStarted>;
  /** Called when the server has answered a message. */
  readonly onReplied?: (() => void) | undefined;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const shown = useRef<typeof start>(undefined);
  const next = useStarted(start);
  const [isAway, setAway] = useState(false);
  useCommandsFrom(frame, loads);
  useEffect(() => {
    if (loads === 0) return undefined;
    const chat = chatIn(frame.current);
    setAway(!chat);
    if (!chat) {
      // A redirect has led to another page; it stays until the chat is started again.
      if (shown.current !== start && frame.current) frame.current.src = ADDRESS;
      return undefined;
    }
    shown.current = start;
    chat.previewBy(next);
    if (!onReplied) return undefined;
    chat.addEventListener('parley-replied', onReplied);
    return () => chat.removeEventListener('parley-replied', onReplied);
  }, [loads, start, onReplied]);
  return (
    <>
      {isAway ? (
        <p role="status">{t('The chat has led to another page. Restart goes back to it.')}</p>
      ) : null}
      <iframe
        ref={frame}
        title={t('Chat')}
        src={ADDRESS}
        onLoad={() => setLoads((before) => before + 1)}
      />
    </>
  );
}

/** Shows the list of commands by its keys where the focus is in the chat, whose page has the origin of the console. */
function useCommandsFrom(frame: RefObject<HTMLIFrameElement | null>, loads: number): void {
  const { show } = useCommandList();
  useEffect(() => {
    const page = chatIn(frame.current)?.ownerDocument;
    const onKey = (event: KeyboardEvent): void => {
      // Code of the bot may run in this page.
      if (!event.isTrusted || !isCommandKey(event)) return;
      event.preventDefault();
      show(true);
    };
    page?.addEventListener('keydown', onKey);
    return () => page?.removeEventListener('keydown', onKey);
  }, [loads]);
}

/** Starts a chat while the page that shows it is loaded; returns what gives that chat, and starts others when it is called again. */
function useStarted(start: () => Promise<ChatStarted>): () => Promise<ChatStarted> {
  const started = useRef<Promise<ChatStarted>>(undefined);
  useEffect(() => {
    started.current = start();
    // The page of the chat says why.
    started.current.catch(() => undefined);
  }, [start]);
  return async () => {
    const chat = started.current ?? start();
    started.current = undefined;
    return chat;
  };
}

const ADDRESS = `${server}/console/try`;

/** The chat in a frame; undefined while another page is shown in it. */
function chatIn(frame: HTMLIFrameElement | null): ChatElement | undefined {
  return frame?.contentDocument?.querySelector<ChatElement>('parley-chat') ?? undefined;
}
