import type { ChatStarted } from '@parley/client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { server } from '../app/server.js';

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
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isLoaded) return undefined;
    const chat = frame.current?.contentDocument?.querySelector<ChatElement>('parley-chat');
    if (!chat) return undefined;
    chat.previewBy(start);
    if (!onReplied) return undefined;
    chat.addEventListener('parley-replied', onReplied);
    return () => chat.removeEventListener('parley-replied', onReplied);
  }, [isLoaded, start, onReplied]);
  return (
    <iframe ref={frame} title="Chat" src={`${server}/console/try`} onLoad={() => setLoaded(true)} />
  );
}
