import type { ChatInput } from '@parley/client';
import type { ComponentType, JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../chat/chat.js';
import { useShown, useView } from '../view/context.js';
import { ChoiceInput } from './ChoiceInput.js';
import type { InputProps } from './inputProps.js';
import { TextInput } from './TextInput.js';

type View = ComponentType<InputProps>;

/** The inputs that most chats have. */
const common: Readonly<Record<string, View>> = {
  'text input': TextInput,
  'number input': TextInput,
  'email input': TextInput,
  'url input': TextInput,
  'choice input': ChoiceInput,
};

/** Those that are loaded when the first of them comes. */
const rare: Readonly<Record<string, () => Promise<View>>> = {
  'phone number input': async () => (await import('./PhoneInput.js')).PhoneInput,
  'date input': async () => (await import('./DateInput.js')).DateInput,
  'time input': async () => (await import('./DateInput.js')).TimeInput,
  'rating input': async () => (await import('./RatingInput.js')).RatingInput,
  'file input': async () => (await import('./FileInput.js')).FileInput,
  'picture choice input': async () => (await import('./PictureInput.js')).PictureInput,
  'payment input': async () => (await import('./PaymentInput.js')).PaymentInput,
  cards: async () => (await import('./CardsInput.js')).CardsInput,
};

interface InputViewProps {
  /** Whether the visitor used the keyboard last. */
  readonly isByKeyboard: Readonly<RefObject<boolean>>;
}

/** What the chat waits for, if anything. */
export function InputView({ isByKeyboard }: InputViewProps): JSX.Element | null {
  const { input, settings, status } = useShown();
  const { chat } = useView();
  const View = useKind(input?.type);
  const key = `${input?.id}${chat.shown.turn}`;
  const row = useFocus(View && key, isByKeyboard);
  if (!input || !View || status !== 'OPEN') return null;
  const isPrefilled = settings.general?.isInputPrefillEnabled === true;
  const props: InputProps = {
    input,
    answer: (answer: Answer) => chat.answer(answer),
    prefilled: (isPrefilled && input.prefilledValue) || '',
  };
  return (
    <div class="bot-input-row" ref={row}>
      <View key={key} {...props} />
    </div>
  );
}

/** Focuses an input as it appears, where the one before was answered by keyboard: the focus would be lost otherwise. */
function useFocus(shown: string | undefined, isByKeyboard: Readonly<RefObject<boolean>>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isByKeyboard.current) return;
    const fields = 'input:not([type=hidden]), textarea, select, button:not(:disabled)';
    row.current?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
  }, [shown, isByKeyboard]);
  return row;
}

/** The view of a kind of input, once it is loaded. */
function useKind(type: ChatInput['type'] | undefined): View | undefined {
  const [loaded, setLoaded] = useState<{ readonly type: string; readonly view: View }>();
  useEffect(() => {
    const load = type === undefined ? undefined : rare[type];
    if (!type || !load) return undefined;
    let isLeft = false;
    load()
      .then((view) => isLeft || setLoaded({ type, view }))
      .catch((error: unknown) => console.warn('An input could not be loaded:', error));
    return () => void (isLeft = true);
  }, [type]);
  if (type === undefined) return undefined;
  return common[type] ?? (loaded?.type === type ? loaded.view : undefined);
}
