import type { Said } from '@parley/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isLink } from '../isLink.js';
import { MessageView } from '../messages/MessageView.js';
import type { Avatar } from '../theme/shapes.js';
import { useShown } from './context.js';
import { SaidText, SentFile } from './SaidText.js';

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

/** The dots that show that the bot is typing. They are outside of the log, which screen readers read aloud. */
export function Typing(): JSX.Element | null {
  const { said, isTyping, isOffline } = useShown();
  if (!isTyping || isOffline || said.some((one) => 'streamedText' in one)) return null;
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
