import type { Said } from '@parley/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isLink } from '../isLink.js';
import { MessageView } from '../messages/MessageView.js';
import type { Avatar } from '../theme/shapes.js';
import { useShown, useView } from './context.js';

/** The messages of bot and visitor, in order. */
export function SaidList(): JSX.Element {
  const { said } = useShown();
  return (
    <>
      {said.map((one, index) => (
        <SaidView key={index} said={one} isLastOfRow={said[index + 1]?.from !== one.from} />
      ))}
    </>
  );
}

/** The dots that show that the bot is typing, or a person in its place. They are outside of the log, which screen readers read aloud. */
export function Typing(): JSX.Element | null {
  const { said, isTyping, isAgentTyping, isOffline } = useShown();
  if (!(isTyping || isAgentTyping) || isOffline || said.some((one) => 'streamedText' in one))
    return null;
  return (
    <div class="bot-row bot-row-host" aria-hidden="true">
      <AvatarView from="host" isShown />
      <div class="bot-host-bubble bot-typing">
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}

interface SaidProps {
  readonly said: Said;
  readonly isLastOfRow: boolean;
}

function SaidView({ said, isLastOfRow }: SaidProps): JSX.Element | null {
  const { theme } = useShown();
  if (said.from === 'visitor') return <VisitorSaid {...{ said, isLastOfRow }} />;
  const hasAvatar = theme.chat?.hostAvatar?.isEnabled ?? true;
  return (
    <div class={`bot-row bot-row-host bot-from-${said.from}`}>
      {hasAvatar && <AvatarView from="host" isShown={isLastOfRow} />}
      {'message' in said ? (
        <MessageView message={said.message} />
      ) : (
        <div class="bot-host-bubble bot-streamed" dir="auto" aria-hidden="true">
          {said.streamedText}
        </div>
      )}
    </div>
  );
}

interface VisitorSaidProps {
  readonly said: Extract<Said, { from: 'visitor' }>;
  readonly isLastOfRow: boolean;
}

/** A message of the visitor; null where they have skipped an input. */
function VisitorSaid({ said, isLastOfRow }: VisitorSaidProps): JSX.Element | null {
  const { text, isPending, attachedFileUrls } = said;
  if (text === '' && !attachedFileUrls) return null;
  return (
    <div class="bot-row bot-row-guest">
      <div class={`bot-guest-bubble${isPending ? ' bot-pending' : ''}`} dir="auto">
        <SaidText text={text} />
        {attachedFileUrls?.filter(isLink).map((url) => (
          <SentFile key={url} url={url} />
        ))}
      </div>
      <AvatarView from="guest" isShown={isLastOfRow} />
    </div>
  );
}

/** The avatar beside a message. Of several messages in a row only the last one shows it. */
function AvatarView({ from, isShown }: { from: 'host' | 'guest'; isShown: boolean }) {
  const { theme, dynamicTheme } = useShown();
  const [broken, setBroken] = useState('');
  const avatar: Avatar = theme.chat?.[`${from}Avatar`] ?? {};
  if (!(avatar.isEnabled ?? from === 'host')) return null;
  const url = dynamicTheme[`${from}AvatarUrl`] || avatar.url;
  const isPicture = url && url !== broken && !url.startsWith('{{');
  return (
    <div
      class={`bot-avatar bot-avatar-${from}${isShown ? '' : ' bot-invisible'}`}
      aria-hidden="true"
    >
      {isPicture ? (
        <img src={url} alt="" onError={() => setBroken(url)} />
      ) : (
        <span class="bot-avatar-mark" />
      )}
    </div>
  );
}

/** The address of a file that a visitor has uploaded. */
const UPLOADED = /^https?:\S+\/files\/fil_\w+\.(\w+)$/;

/** The text of a visitor's message; sent files are shown in place of their addresses, below the author's text about them. */
function SaidText({ text }: { text: string }): JSX.Element {
  const { fileTexts } = useShown();
  const addresses = text.split(', ');
  if (!addresses.every((one) => UPLOADED.test(one))) return <>{text}</>;
  return (
    <>
      {fileTexts.get(text)}
      {addresses.map((url) => (
        <SentFile key={url} url={url} />
      ))}
    </>
  );
}

/** A file that a visitor has sent: a picture, a sound, or a link to anything else. */
function SentFile({ url }: { url: string }): JSX.Element {
  const { words } = useView();
  const extension = UPLOADED.exec(url)?.[1] ?? '';
  if (/^(png|jpe?g|gif|webp|avif)$/i.test(extension)) {
    return <img class="bot-image bot-sent" src={url} alt={words.image} />;
  }
  if (/^(webm|mp3|m4a|ogg|wav)$/i.test(extension)) {
    return <audio class="bot-sent" controls src={url} aria-label={words.audio} />;
  }
  return (
    <a class="bot-sent" href={url} target="_blank" rel="noopener">
      {`📎 ${extension.toUpperCase() || fileNameOf(url)}`}
    </a>
  );
}

/** The file name at the end of an address, without percent-encoding. */
function fileNameOf(url: string): string {
  const name = url.split('/').at(-1) ?? url;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
