import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Chat } from '../chat/chat.js';
import { wordsIn } from '../words.js';
import { Box } from './Box.js';
import { ChatView } from './ChatView.js';
import { CROSS, Drawing } from './Drawing.js';
import { ViewProvider } from './context.js';

/** How a chat stands in a page: in its place, behind a round button, or over the page. */
export type Layout = 'inline' | 'bubble' | 'popup';

/** What is shown of a chat, and where. */
export interface WidgetProps {
  /** Undefined until it is opened for the first time. */
  readonly chat: Chat | undefined;
  readonly layout: Layout;
  readonly isOpen: boolean;
  readonly previewMessage: string | undefined;
  readonly onToggle: () => void;
}

/** A chat in one of the layouts. */
export function Widget({
  chat,
  layout,
  isOpen,
  previewMessage,
  onToggle,
}: WidgetProps): JSX.Element {
  const words = useMemo(() => wordsIn(navigator.languages), []);
  const [isRefused, setRefused] = useState(false);
  const view = chat && (
    <ViewProvider value={{ chat, words }}>
      <Box>
        <ChatView />
      </Box>
    </ViewProvider>
  );
  if (layout === 'inline') return <>{view}</>;
  const panel = { isOpen, label: words.conversation, onClose: onToggle };
  if (layout === 'popup') {
    return (
      <Popup {...panel} close={words.close}>
        {view}
      </Popup>
    );
  }
  const hasPreview = previewMessage !== undefined && !isOpen && !isRefused;
  return (
    <>
      <Bubble {...panel}>{view}</Bubble>
      {hasPreview && (
        <button type="button" class="bot-preview" onClick={() => (setRefused(true), onToggle())}>
          {previewMessage}
        </button>
      )}
      <Toggle isOpen={isOpen} label={isOpen ? words.close : words.open} onPress={onToggle} />
    </>
  );
}

/** A panel at the corner of the page. */
function Bubble({ isOpen, label, onClose, children }: PanelProps): JSX.Element {
  return (
    <div
      class="bot-panel bot-panel-bubble"
      role="dialog"
      aria-label={label}
      hidden={!isOpen}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {children}
    </div>
  );
}

interface ToggleProps {
  readonly isOpen: boolean;
  readonly label: string;
  readonly onPress: () => void;
}

/** The round button that opens and closes the panel. */
function Toggle({ isOpen, label, onPress }: ToggleProps): JSX.Element {
  return (
    <button
      type="button"
      class="bot-toggle"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      <Drawing path={isOpen ? CROSS : 'M4 5h16v11H9l-5 4z'} />
    </button>
  );
}

interface PanelProps {
  readonly isOpen: boolean;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

interface PopupProps extends PanelProps {
  /** The name of the button that closes it. */
  readonly close: string;
}

/** A dialog over the page, which keeps the focus while it is open. */
function Popup({ isOpen, label, close, onClose, children }: PopupProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const closeBeside = (event: Event): void => {
    if (event.target === dialog.current && isOpen) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="bot-panel"
      aria-label={label}
      onClick={closeBeside}
      onCancel={(event) => (event.preventDefault(), onClose())}
    >
      {children}
      <button type="button" class="bot-close" aria-label={close} onClick={onClose}>
        <Drawing path={CROSS} />
      </button>
    </dialog>
  );
}
