import type { Said } from '@parley/client';
import type { JSX } from 'preact';
import { MessageView } from '../messages/MessageView.js';
import type { Avatar } from '../theme/shapes.js';
import { useShown, useView } from './context.js';

/** Everything that was said, in order. */
export function SaidList(): JSX.Element {
  const { said, isTyping } = useShown();
  const { words } = useView();
  const isStreaming = said.some((one) => 'streamedText' in one);
  return (
    <>
      {said.map((one, index) => (
        <SaidView key={index} said={one} isLastOfRow={said[index + 1]?.from !== one.from} />
      ))}
      {isTyping && !isStreaming && (
        <div class="bot-row bot-row-host">
          <AvatarView from="host" isShown />
          <div class="bot-host-bubble bot-typing">
            <span class="bot-hidden">{words.typing}</span>
            <i />
            <i />
            <i />
          </div>
        </div>
      )}
    </>
  );
}

interface SaidProps {
  readonly said: Said;
  readonly isLastOfRow: boolean;
}

function SaidView({ said, isLastOfRow }: SaidProps): JSX.Element {
  const { theme } = useShown();
  if (said.from === 'visitor') {
    return (
      <div class="bot-row bot-row-guest">
        <div class={`bot-guest-bubble${said.isPending ? ' bot-pending' : ''}`}>
          {said.text}
          {said.attachedFileUrls?.map((url) => (
            <a key={url} href={url} target="_blank" rel="noopener">
              {decodeURIComponent(url.split('/').at(-1) ?? url)}
            </a>
          ))}
        </div>
        <AvatarView from="guest" isShown={isLastOfRow} />
      </div>
    );
  }
  const hasAvatar = theme.chat?.hostAvatar?.isEnabled ?? true;
  return (
    <div class={`bot-row bot-row-host bot-from-${said.from}`}>
      {hasAvatar && <AvatarView from="host" isShown={isLastOfRow} />}
      {'message' in said ? (
        <MessageView message={said.message} />
      ) : (
        <div class="bot-host-bubble bot-streamed">{said.streamedText}</div>
      )}
    </div>
  );
}

/** The picture beside what somebody said, with the last message of several. */
function AvatarView({ from, isShown }: { from: 'host' | 'guest'; isShown: boolean }) {
  const { theme, dynamicTheme } = useShown();
  const avatar: Avatar = theme.chat?.[`${from}Avatar`] ?? {};
  if (!(avatar.isEnabled ?? from === 'host')) return null;
  const url = dynamicTheme[`${from}AvatarUrl`] || avatar.url;
  return (
    <div
      class={`bot-avatar bot-avatar-${from}${isShown ? '' : ' bot-invisible'}`}
      aria-hidden="true"
    >
      {url && !url.startsWith('{{') ? <img src={url} alt="" /> : <span class="bot-avatar-mark" />}
    </div>
  );
}
