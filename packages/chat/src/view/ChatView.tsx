import type { Said } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Shown } from '../chat/chat.js';
import { InputView } from '../inputs/InputView.js';
import { textIn } from '../json.js';
import { loadFont } from '../theme/fonts.js';
import { styleOf } from '../theme/styleOf.js';
import { Notices } from './Notices.js';
import { SaidList, Typing } from './SaidList.js';
import { useShown, useView } from './context.js';

/** A whole chat: its messages, the input that it waits for, and its notices. */
export function ChatView(): JSX.Element {
  const shown = useShown();
  const { words } = useView();
  const { theme } = shown;
  useEffect(() => loadFont(theme), [theme]);
  const scrolled = useScrollToEnd(shown);
  const isByKeyboard = useRef(false);
  // Messages that were read aloud before a reload are not read again.
  const live = shown.lastSeq < (shown.knownUpTo ?? 0) ? 'off' : 'polite';
  useEffect(() => {
    // The input that had the focus is gone.
    const restart = scrolled.current?.querySelector<HTMLElement>('.bot-restart');
    if (isByKeyboard.current) restart?.focus({ preventScroll: true });
  }, [shown.isEnded]);
  const values = styleOf(theme, shown.dynamicTheme['backgroundUrl']);
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  const style = Object.fromEntries(set.map(([name, value]) => [`--bot-${name}`, value]));
  return (
    <div
      class="bot-container"
      lang={shown.language}
      dir={directionIn(shown.language) ?? directionOf(shown.said)}
      data-defaults={theme.version}
      style={style}
      onKeyDown={() => void (isByKeyboard.current = true)}
      onPointerDown={() => void (isByKeyboard.current = false)}
    >
      <Progress />
      <div class="bot-scroll" ref={scrolled}>
        <div class="bot-chat-view">
          <div role="log" aria-label={words.conversation} aria-live={live} class="bot-log">
            <SaidList />
          </div>
          <Typing />
          <InputView isByKeyboard={isByKeyboard} />
          <Notices />
          <Brand />
        </div>
      </div>
    </div>
  );
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = /^(?:ar|dv|fa|he|ps|ur|yi)\b/;

function directionIn(language: string | undefined): 'ltr' | 'rtl' | undefined {
  if (language === undefined) return undefined;
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}

/** A link to the product, if the settings of the bot show one. */
function Brand(): JSX.Element | null {
  const { settings } = useShown();
  const { chat } = useView();
  if (settings.general?.isBrandingEnabled !== true) return null;
  return (
    <a class="bot-brand" href={`${chat.options.url}/`} target="_blank" rel="noopener">
      Parley
    </a>
  );
}

/** The distance from the end, in pixels, within which the chat keeps scrolling; as much of a question stays above its input. */
const NEAR = 120;

/** Scrolls to the end as the chat grows, unless the visitor has scrolled away from it since the last answer. */
function useScrollToEnd(shown: Shown) {
  const scrolled = useRef<HTMLDivElement>(null);
  const following = useRef<ReturnType<typeof followEnd> | undefined>(undefined);
  useEffect(() => {
    const element = scrolled.current;
    if (!element) return undefined;
    const { follow, note } = (following.current = followEnd(element));
    element.addEventListener('scroll', note, { passive: true });
    const resized = new ResizeObserver(follow);
    // The list grows, and its window shrinks when the keyboard of a phone opens.
    for (const one of [element, ...element.children]) resized.observe(one);
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, []);
  useEffect(() => following.current?.follow(), [shown]);
  const answers = shown.said.filter(({ from }) => from === 'visitor').length;
  useEffect(() => following.current?.resume(), [answers]);
  return scrolled;
}

/** Keeps the end of a chat in view: `follow` scrolls to it unless `note` has seen the visitor scroll away, until `resume`. */
function followEnd(element: HTMLElement) {
  let isFollowing = true;
  let last = 0;
  const follow = (): void => {
    if (isFollowing) element.scrollTo({ top: endOf(element) });
    last = element.scrollTop;
  };
  return {
    follow,
    note() {
      const top = element.scrollTop;
      // Downwards it may be `follow`, which moves smoothly while the chat grows.
      if (Math.abs(endOf(element) - top) < NEAR) isFollowing = true;
      else if (top < last) isFollowing = false;
      last = top;
    },
    resume() {
      isFollowing = true;
      follow();
    },
  };
}

/**
 * The scroll position of the end, in pixels; for an input that does not fit below its question, that of its
 * beginning.
 */
function endOf(element: HTMLElement): number {
  const end = element.scrollHeight - element.clientHeight;
  const input = element.querySelector('.bot-input-row')?.getBoundingClientRect();
  if (!input) return end;
  const toInput = input.top - element.getBoundingClientRect().top - NEAR;
  return Math.min(end, element.scrollTop + toInput);
}

/** The progress bar, if the theme shows one. */
function Progress(): JSX.Element | null {
  const { theme, progress } = useShown();
  const { words } = useView();
  const { isEnabled, placement = 'Top', position = 'absolute' } = theme.general?.progressBar ?? {};
  if (isEnabled !== true) return null;
  const value = Math.round(progress ?? 0);
  return (
    <div
      class="bot-progress-bar-container"
      style={{ position, [placement === 'Top' ? 'top' : 'bottom']: 0 }}
      role="progressbar"
      aria-label={words.conversation}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div class="bot-progress-bar" style={{ width: `${value}%` }} />
    </div>
  );
}

const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The direction of a chat, by the first letter of the bot's first text. Each text has its own direction within it. */
function directionOf(said: readonly Said[]): 'ltr' | 'rtl' {
  for (const one of said) {
    const text = 'message' in one ? textIn(one.message.content['plainText']) : '';
    const letter = /\p{L}/u.exec(text)?.[0];
    if (letter) return FROM_RIGHT.test(letter) ? 'rtl' : 'ltr';
  }
  return 'ltr';
}
