import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { recordOf, textIn } from '../actions/payload.js';
import { runScript } from '../scripts/runScript.js';
import { useView } from '../view/context.js';

/** A part of the page that code of the bot fills, such as a calendar. It needs a page in which such code may run. */
export function CustomEmbed({ message }: { message: ChatMessage }): JSX.Element {
  const { chat } = useView();
  const place = useRef<HTMLDivElement>(null);
  const { initFunction, waitForEventFunction, maxBubbleWidth } = message.content;
  useEffect(() => {
    const { options } = chat;
    const continueFlow = (text: unknown): void => chat.answer({ text: textIn(text) });
    const run = async (code: unknown, extra: Readonly<Record<string, unknown>>): Promise<void> => {
      const { content, args } = recordOf(code);
      const values = Object.entries({ ...recordOf(args), ...extra });
      await runScript({ content: textIn(content), args: values }, { ...options, scripts: 'page' });
    };
    if (options.scripts !== 'page') return;
    run(initFunction, { botElement: place.current })
      .then(() => waitForEventFunction && run(waitForEventFunction, { continueFlow }))
      .catch((error: unknown) => console.warn('An embedded part failed:', error));
  }, [chat, message.id]);
  const maxWidth = typeof maxBubbleWidth === 'number' ? `${maxBubbleWidth}px` : '100%';
  return <div class="bot-host-bubble bot-custom" ref={place} style={{ maxWidth }} />;
}
