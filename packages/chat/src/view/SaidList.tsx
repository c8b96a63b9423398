import type { Said } from '@parley/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isLink } from '../isLink.js';
import { MessageView } from '../messages/MessageView.js';
import type { Avatar } from '../theme/shapes.js';
import { useShown } from './context.js';
import { SaidText } from './SaidText.js';

/** Everything that was said, in order. */
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

/** The sign that the bot is about to say something. It is not part of the log, which is read aloud. */
export function Typing(): JSX.Element | null {
  const { said, isTyping } = useShown();
  if (!isTyping || said.some((one) => 'streamedText' in one)) return null;
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

/** What the visitor has said; nothing where they have skipped an input. */
function VisitorSaid({ said, isLastOfRow }: VisitorSaidProps): JSX.Element | null {
  const { text, isPending, attachedFileUrls } = said;
  if (text === '' && !attachedFileUrls) return null;
  return (
    <div class="bot-row bot-row-guest">
      <div class={`bot-guest-bubble${isPending ? ' bot-pending' : ''}`} dir="auto">
        <SaidText text={text} />
        {attachedFileUrls?.filter(isLink).map((url) => (
          <a key={url} href={url} target="_blank" rel="noopener">
            {fileNameOf(url)}
          </a>
        ))}
      </div>
      <AvatarView from="guest" isShown={isLastOfRow} />
    </div>
  );
}

/** The last part of an address, as people write it. */
function fileNameOf(url: string): string {
  const name = url.split('/').at(-1) ?? url;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The picture beside what somebody said, with the last message of several. */
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
