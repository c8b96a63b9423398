import type { ChatMessage, JsonObject } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { textIn } from '../json.js';
import { useView } from '../view/context.js';

/** The address at which a provider plays a video, by its id. */
const PLAYERS: Readonly<Record<string, (id: string) => string>> = {
  youtube: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  vimeo: (id) => `https://player.vimeo.com/video/${id}`,
  tiktok: (id) => `https://www.tiktok.com/player/v1/${id}`,
  gumlet: (id) => `https://play.gumlet.io/embed/${id}`,
};

/** A video: a file, or one of a provider in its player. */
export function VideoMessage({ message }: { message: ChatMessage }): JSX.Element | null {
  const { words } = useView();
  const { content } = message;
  const player = PLAYERS[textIn(content['type'])];
  if (!player && textIn(content['url']) === '') return null;
  const allow = 'autoplay; fullscreen; picture-in-picture';
  return (
    <div
      class="bot-host-bubble bot-media bot-frame"
      style={shapeOf(content)}
      data-block-id={message.id}
    >
      {player ? (
        <iframe
          src={player(encodeURIComponent(textIn(content['id']))) + queryOf(content)}
          title={words.video}
          allow={allow}
        />
      ) : (
        <Film content={content} label={words.video} />
      )}
    </div>
  );
}

/** The space a video takes. Where its author says nothing it is wide, or upright where all films of the place are. */
function shapeOf({ type, url, height, aspectRatio, maxWidth }: JsonObject) {
  const isUpright = type === 'tiktok' || /youtube\.com\/shorts\//i.test(textIn(url));
  const isByHeight = typeof height === 'number' && textIn(aspectRatio) === '';
  return {
    aspectRatio: isByHeight ? undefined : textIn(aspectRatio) || (isUpright ? '9 / 16' : '16 / 9'),
    height: isByHeight ? `${height}px` : undefined,
    maxWidth: textIn(maxWidth) || (isUpright ? '400px' : '100%'),
  };
}

/**
 * What the player is asked: what the address of the video says, and what its author has set. The players of YouTube, Vimeo and
 * TikTok share these names; a player starts by itself only where that is asked for.
 */
function queryOf({ queryParamsStr, areControlsDisplayed, isAutoplayEnabled }: JsonObject): string {
  const query = new URLSearchParams(textIn(queryParamsStr));
  if (areControlsDisplayed === false) query.set('controls', '0');
  if (isAutoplayEnabled === true) query.set('autoplay', '1');
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** A film that is a file. It has controls where nothing else would start it: browsers refuse films that begin with sound. */
function Film({ content, label }: { content: JsonObject; label: string }): JSX.Element {
  const film = useRef<HTMLVideoElement>(null);
  const [isStuck, setStuck] = useState(false);
  const startsItself =
    content['isAutoplayEnabled'] !== false &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (startsItself) film.current?.play().catch(() => setStuck(true));
  }, []);
  return (
    <video
      ref={film}
      aria-label={label}
      src={textIn(content['url'])}
      controls={content['areControlsDisplayed'] !== false || isStuck || !startsItself}
      playsInline
    />
  );
}
