import type { ReactNode } from 'react';
import type { Snippets } from './snippets.js';

/** The lines of a site around a chat: where each begins, how wide it is, and how far down. */
const TEXT = [
  [16, 60, 34],
  [16, 128, 46],
  [16, 112, 54],
  [16, 124, 98],
  [16, 90, 106],
] as const;

/** A sketch of where the chat is in a page. */
export function WayPicture({ way }: { readonly way: keyof Snippets }): ReactNode {
  return (
    <svg className="wayPicture" viewBox="0 0 160 120" width="240" height="180" aria-hidden="true">
      <rect className="site" x="0.5" y="0.5" width="159" height="119" rx="6" />
      <path className="frame" d="M0 20H160M8 10H10M15 10H17M22 10H24" />
      {way === 'page'
        ? null
        : TEXT.map(([x, width, y]) => (
            <rect key={y} className="text" {...{ x, y, width }} height="4" rx="2" />
          ))}
      {CHATS[way]}
    </svg>
  );
}

/** A chat: a message of the bot, an answer, and the field below. */
function Chat({ x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>) {
  const bubble = width * 0.55;
  return (
    <>
      <rect className="chat" {...{ x, y, width, height }} rx="4" />
      <rect className="said" x={x + 4} y={y + 4} width={bubble} height="7" rx="3" />
      <rect
        className="answer"
        x={x + width - bubble - 4}
        y={y + 15}
        width={bubble}
        height="7"
        rx="3"
      />
      <rect className="said" x={x + 4} y={y + height - 9} width={width - 8} height="5" rx="2" />
    </>
  );
}

const INLINE = <Chat x={16} y={62} width={128} height={32} />;

const CHATS: Readonly<Record<keyof Snippets, ReactNode>> = {
  page: <Chat x={40} y={24} width={80} height={92} />,
  bubble: (
    <>
      <Chat x={98} y={40} width={54} height={58} />
      <circle className="answer" cx="146" cy="108" r="7" />
    </>
  ),
  popup: (
    <>
      <rect className="shade" x="1" y="21" width="158" height="98" />
      <Chat x={44} y={32} width={72} height={76} />
    </>
  ),
  inline: INLINE,
  react: INLINE,
};
