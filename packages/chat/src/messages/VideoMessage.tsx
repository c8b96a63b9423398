import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { textIn } from '../actions/payload.js';
import { useView } from '../view/context.js';

/** The address at which a provider plays a video, by its id. */
const PLAYERS: Readonly<Record<string, (id: string) => string>> = {
  youtube: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  vimeo: (id) => `https://player.vimeo.com/video/${id}`,
  tiktok: (id) => `https://www.tiktok.com/embed/v2/${id}`,
  gumlet: (id) => `https://play.gumlet.io/embed/${id}`,
};

/** A video: a file, or one of a provider in its player. */
export function VideoMessage({ message }: { message: ChatMessage }): JSX.Element | null {
  const { words } = useView();
  const { url, id, type, height, aspectRatio, maxWidth, queryParamsStr } = message.content;
  const { areControlsDisplayed, isAutoplayEnabled } = message.content;
  const player = PLAYERS[textIn(type)];
  const style = {
    aspectRatio: textIn(aspectRatio) || (typeof height === 'number' ? undefined : '16 / 9'),
    height: typeof height === 'number' && !aspectRatio ? `${height}px` : undefined,
    maxWidth: textIn(maxWidth) || '100%',
  };
  if (player) {
    const address = player(encodeURIComponent(textIn(id))) + textIn(queryParamsStr);
    return (
      <div class="bot-host-bubble bot-media bot-frame" style={style} data-block-id={message.id}>
        <iframe
          src={address}
          title={words.video}
          allow="autoplay; fullscreen; picture-in-picture"
        />
      </div>
    );
  }
  if (textIn(url) === '') return null;
  return (
    <div class="bot-host-bubble bot-media bot-frame" style={style} data-block-id={message.id}>
      <video
        aria-label={words.video}
        src={textIn(url)}
        controls={areControlsDisplayed !== false}
        autoPlay={isAutoplayEnabled !== false}
        playsInline
      />
    </div>
  );
}
