import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../chat/chat.js';
import { isPage } from '../isLink.js';
import { recordOf, textIn } from '../json.js';
import { callScript } from '../scripts/script.js';
import { useShown, useView } from '../view/context.js';

/** Another page within the chat. It may send its height, and the event that the chat waits for: docs/guide/embed-a-chat.md. */
export function EmbedMessage({ message }: { message: ChatMessage }): JSX.Element | null {
  const { words } = useView();
  const frame = useRef<HTMLIFrameElement>(null);
  const ownHeight = useFrameMessages(message, frame);
  const { url, height } = message.content;
  if (!isPage(textIn(url))) return null;
  const pixels = ownHeight ?? (typeof height === 'number' ? height : 400);
  return (
    <div class="bot-host-bubble bot-media bot-frame" data-block-id={message.id}>
      <iframe
        ref={frame}
        src={textIn(url)}
        title={words.page}
        style={{ height: `${pixels}px` }}
        allow="fullscreen"
      />
    </div>
  );
}

/** Receives the messages of the page in the frame: answers with its event, and returns the height that it asks for. */
function useFrameMessages(
  message: ChatMessage,
  frame: { readonly current: HTMLIFrameElement | null },
) {
  const { chat } = useView();
  const [height, setHeight] = useState<number>();
  const { isEnabled, name } = recordOf(message.content['waitForEvent']);
  // Before the frame has loaded, so that no message of it is missed.
  useLayoutEffect(() => {
    const receive = ({ data, source }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow) return;
      const { height: asked, data: value } = recordOf(data);
      if (typeof asked === 'number') setHeight(Math.min(Math.max(asked, 40), 4_000));
      if (isEnabled !== true || !isNamed(data, name) || !isAwaited(chat.shown, message.id)) return;
      removeEventListener('message', receive);
      chat.answer({ text: typeof value === 'string' ? value : JSON.stringify(value ?? '') });
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, [isEnabled, name, chat]);
  return height;
}

/** Whether it is the event of this name: a text, or an object whose `name` or `type` it is. */
function isNamed(data: unknown, name: unknown): boolean {
  const { type, name: own } = recordOf(data);
  return name !== undefined && [data, type, own].includes(name);
}

/** A part of the page that code of the bot fills, such as a calendar. */
export function CustomEmbed({ message }: { message: ChatMessage }): JSX.Element {
  const { chat } = useView();
  const place = useRef<HTMLDivElement>(null);
  const { initFunction, waitForEventFunction, maxBubbleWidth } = message.content;
  const mayRun = chat.options.scripts === 'page';
  useEffect(() => {
    if (!mayRun) return;
    const continueFlow = (text: unknown): void => {
      if (isAwaited(chat.shown, message.id)) chat.answer({ text: textIn(text) });
    };
    run(initFunction, { botElement: place.current })
      .then(() => waitForEventFunction && run(waitForEventFunction, { continueFlow }))
      .catch((error: unknown) => console.warn('An embedded part failed:', error));
  }, [chat, message.id]);
  if (!mayRun) return <LeftOut message={message} />;
  const maxWidth = typeof maxBubbleWidth === 'number' ? `${maxBubbleWidth}px` : '100%';
  return <div class="bot-host-bubble bot-custom" ref={place} style={{ maxWidth }} />;
}

async function run(code: unknown, extra: Readonly<Record<string, unknown>>): Promise<void> {
  const { content, args } = recordOf(code);
  const values = Object.entries({ ...recordOf(args), ...extra });
  await callScript({ content: textIn(content), args: values });
}

/** Shown instead where code of the bot may not run in the page: a link to the part, and a button to go on without it. */
function LeftOut({ message }: { message: ChatMessage }): JSX.Element {
  const { chat, words } = useView();
  const shown = useShown();
  const url = textIn(message.content['url']);
  return (
    <div class="bot-host-bubble bot-custom">
      {isPage(url) && (
        <a href={url} target="_blank" rel="noopener">
          {words.linkBlocked}
        </a>
      )}
      {isAwaited(shown, message.id) && (
        <button type="button" class="bot-button" onClick={() => chat.answer({ text: '' })}>
          {words.skip}
        </button>
      )}
    </div>
  );
}

/** Whether the chat waits for the event of this message: it came last, and nothing else is asked. */
function isAwaited({ said, input, isEnded }: Shown, id: string): boolean {
  const last = said.at(-1);
  return !input && !isEnded && last !== undefined && 'message' in last && last.message.id === id;
}
