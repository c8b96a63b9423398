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
  onAnswered,
}: {
  readonly start: () => Promise<ChatStarted>;
  /** Called when the server has taken an answer. */
  readonly onAnswered?: (() => void) | undefined;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isLoaded) return undefined;
    const chat = frame.current?.contentDocument?.querySelector<ChatElement>('parley-chat');
    if (!chat) return undefined;
    chat.previewBy(start);
    if (!onAnswered) return undefined;
    chat.addEventListener('parley-replied', onAnswered);
    return () => chat.removeEventListener('parley-replied', onAnswered);
  }, [isLoaded, start, onAnswered]);
  return (
    <iframe ref={frame} title="Chat" src={`${server}/console/try`} onLoad={() => setLoaded(true)} />
  );
}
