import type { ComponentChildren, JSX, Ref, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Chat } from '../chat/chat.js';
import { BOX, customSheetOf } from '../theme/customCss.js';
import type { Words } from '../words.js';
import { ChatView } from './ChatView.js';
import { CROSS, Drawing } from './Drawing.js';
import { useShown, useViewOf, useWords, type View, ViewProvider } from './context.js';

/** Where a chat is in a page: in its own place, behind a round button, or in a dialog over the page. */
export type Layout = 'inline' | 'bubble' | 'popup';

/** A chat, and how it is shown. */
export interface WidgetProps {
  /** Undefined until it is opened for the first time. */
  readonly chat: Chat | undefined;
  readonly layout: Layout;
  readonly isOpen: boolean;
  readonly previewMessage: string | undefined;
  /** The languages that the page wants, with commas between them; those of the browser without. */
  readonly locale?: string | undefined;
  readonly onToggle: () => void;
}

/** A chat in one of the layouts. */
export function Widget({
  chat,
  layout,
  isOpen,
  previewMessage,
  locale = '',
  onToggle,
}: WidgetProps): JSX.Element {
  const languages = useMemo(
    () => [
      ...locale
        .split(',')
        .map((one) => one.trim())
        .filter(isTag),
      ...navigator.languages,
    ],
    [locale],
  );
  const words = useWords(languages);
  const view = chat && <Spoken chat={chat} languages={languages} />;
  if (layout === 'inline') return <>{view}</>;
  const panel = { isOpen, label: words.conversation, onClose: onToggle };
  if (layout === 'popup') {
    return (
      <Popup {...panel} close={words.close}>
        {view}
      </Popup>
    );
  }
  return (
    <Bubble {...panel} words={words} previewMessage={previewMessage}>
      {view}
    </Bubble>
  );
}

/** Whether a page names a language by a tag that browsers know how to read. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** A chat in the words of the language that its bot speaks. */
function Spoken({ chat, languages }: Pick<View, 'chat' | 'languages'>): JSX.Element {
  return (
    <ViewProvider value={useViewOf(chat, languages)}>
      <Box>
        <ChatView />
      </Box>
    </ViewProvider>
  );
}

interface BubbleProps extends PanelProps {
  readonly words: Words;
  readonly previewMessage: string | undefined;
}

/** A round button at the corner of the page, which opens a panel beside it, or over the page where that is small. */
function Bubble({ words, previewMessage, children, ...panel }: BubbleProps): JSX.Element {
  const { isOpen, onClose: onToggle } = panel;
  const [isRefused, setRefused] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const isSmall = useMemo(() => matchMedia(SMALL).matches, [isOpen]);
  // Otherwise the focus is lost together with the element that has it.
  const onPress = (): void => (toggle.current?.focus(), onToggle());
  const Panel = isSmall ? Popup : Corner;
  return (
    <OnTop>
      <Panel {...panel} close={words.close} onClose={onPress}>
        {children}
      </Panel>
      {previewMessage !== undefined && !isOpen && !isRefused && (
        <button
          type="button"
          class="bot-preview"
          part="preview"
          onClick={() => (setRefused(true), onPress())}
        >
          {previewMessage}
        </button>
      )}
      <Toggle
        isOpen={isOpen}
        label={isOpen ? words.close : words.open}
        onPress={onPress}
        button={toggle}
      />
    </OnTop>
  );
}

/** Windows without room beside a panel: phones, in both orientations. */
const SMALL = '(max-width: 480px), (max-height: 480px)';

/** Draws above everything else in the page, whatever covers or clips the element there. */
function OnTop({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="bot-on-top" popover="manual" ref={showOnTop}>
      {children}
    </div>
  );
}

/** A browser without popovers shows the element in its place. */
const showOnTop = (place: HTMLElement | null): void => place?.showPopover?.();

/** A panel at the corner of the page. */
function Corner({ isOpen, label, onClose, children }: PanelProps): JSX.Element {
  return (
    <div
      class="bot-panel bot-panel-bubble"
      part="panel"
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
  readonly button: Ref<HTMLButtonElement>;
}

/** The round button that opens and closes the panel. */
function Toggle({ isOpen, label, onPress, button }: ToggleProps): JSX.Element {
  return (
    <button
      type="button"
      class="bot-toggle"
      part="button"
      ref={button}
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
  // Before the input takes the focus, so that closing the dialog returns it to the element that has it now.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  useRoomLeft(dialog, isOpen);
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

/** Keeps a dialog within the part of the window above a phone's keyboard, unless the page is zoomed. */
function useRoomLeft(dialog: Readonly<RefObject<HTMLElement | null>>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const seen = window.visualViewport;
    if (!seen || !isOpen) return undefined;
    const fit = (): void => {
      if (seen.scale !== 1) return;
      dialog.current?.style.setProperty('--bot-room', `${seen.height}px`);
      dialog.current?.style.setProperty('--bot-room-top', `${seen.offsetTop}px`);
    };
    fit();
    seen.addEventListener('resize', fit);
    seen.addEventListener('scroll', fit);
    return () => {
      seen.removeEventListener('resize', fit);
      seen.removeEventListener('scroll', fit);
    };
  }, [isOpen]);
}

/** Applies the style sheet of the author to its content while it is shown. */
function Box({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { customCss = '' } = useShown().theme;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = box.current?.getRootNode();
    if (customCss === '' || !(root instanceof ShadowRoot)) return undefined;
    const sheet = customSheetOf(customCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [customCss]);
  return (
    <div class={BOX} ref={box}>
      {children}
    </div>
  );
}
