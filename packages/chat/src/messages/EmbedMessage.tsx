import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { recordOf, textIn } from '../actions/payload.js';
import { useView } from '../view/context.js';
import { isAwaited } from './isAwaited.js';

/** Another page within the chat. It may tell its height, and the event that the chat waits for. */
export function EmbedMessage({ message }: { message: ChatMessage }): JSX.Element | null {
  const { url, height, waitForEvent } = message.content;
  const { chat, words } = useView();
  const [told, setTold] = useState<number>();
  const address = textIn(url);
  const { isEnabled, name } = recordOf(waitForEvent);
  useEffect(() => {
    const origin = URL.canParse(address) ? new URL(address).origin : undefined;
    const hear = ({ data, origin: from }: MessageEvent<unknown>): void => {
      if (from !== origin) return;
      const { height: asked, type, name: event, data: value } = recordOf(data);
      if (typeof asked === 'number') setTold(Math.min(asked, 4_000));
      if (isEnabled !== true || (type !== name && event !== name)) return;
      if (!isAwaited(chat.shown, message.id)) return;
      removeEventListener('message', hear);
      chat.answer({ text: typeof value === 'string' ? value : JSON.stringify(value ?? '') });
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [address, isEnabled, name, chat]);
  if (!/^https?:/i.test(address)) return null;
  const tall = told ?? (typeof height === 'number' ? height : 400);
  return (
    <div class="bot-host-bubble bot-media bot-frame" data-block-id={message.id}>
      <iframe src={address} title={words.page} style={{ height: `${tall}px` }} allow="fullscreen" />
    </div>
  );
}
