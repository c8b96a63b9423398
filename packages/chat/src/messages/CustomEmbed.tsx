import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isPage } from '../isLink.js';
import { recordOf, textIn } from '../json.js';
import { callScript } from '../scripts/script.js';
import { useShown, useView } from '../view/context.js';
import { isAwaited } from './isAwaited.js';

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
