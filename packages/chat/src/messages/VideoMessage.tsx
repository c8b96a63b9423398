import type { ChatMessage, JsonObject } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { textIn } from '../json.js';
import { useView } from '../view/context.js';

/** The address of each provider's player, by the id of a video. */
const PLAYERS: Readonly<Record<string, (id: string) => string>> = {
  youtube: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  vimeo: (id) => `https://player.vimeo.com/video/${id}`,
  tiktok: (id) => `https://www.tiktok.com/player/v1/${id}`,
  gumlet: (id) => `https://play.gumlet.io/embed/${id}`,
};

/** A video: a file, or the player of a provider. */
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
        <VideoFile content={content} label={words.video} />
      )}
    </div>
  );
}

/** The size of a video. By default it is 16 : 9, and 9 : 16 for TikTok and YouTube Shorts, whose videos are upright. */
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
 * The query of a player's address: that of the video's own address, and what its author has set. YouTube, Vimeo and TikTok use the
 * same names. A player starts by itself only if `autoplay` is set.
 */
function queryOf({ queryParamsStr, areControlsDisplayed, isAutoplayEnabled }: JsonObject): string {
  const query = new URLSearchParams(textIn(queryParamsStr));
  if (areControlsDisplayed === false) query.set('controls', '0');
  if (isAutoplayEnabled === true) query.set('autoplay', '1');
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** A video file. It has controls if nothing else can start it: browsers do not let videos with sound start by themselves. */
function VideoFile({ content, label }: { content: JsonObject; label: string }): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const startsItself =
    content['isAutoplayEnabled'] !== false &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (startsItself) video.current?.play().catch(() => setBlocked(true));
  }, []);
  return (
    <video
      ref={video}
      aria-label={label}
      src={textIn(content['url'])}
      controls={content['areControlsDisplayed'] !== false || isBlocked || !startsItself}
      playsInline
    />
  );
}
