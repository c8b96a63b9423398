import type { ChatInput } from '@parley/client';
import type { ComponentType, JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer, Shown } from '../chat/chat.js';
import { useShown, useView } from '../view/context.js';
import { ChoiceInput } from './ChoiceInput.js';
import type { InputProps } from './inputProps.js';
import { loadPart } from './loadPart.js';
import { TextInput } from './TextInput.js';

type View = ComponentType<InputProps>;

/** The inputs that most chats have. */
const common: Readonly<Record<string, View>> = {
  'text input': TextInput,
  'email input': TextInput,
  'url input': TextInput,
  'choice input': ChoiceInput,
};

/** Those that are loaded when the first of them comes. */
const rare: Readonly<Record<string, () => Promise<View>>> = {
  'number input': async () => (await import('./NumberInput.js')).NumberInput,
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
  const { settings, draft, ...shown } = useShown();
  const { chat, words } = useView();
  const input = inputOf(shown);
  const { View, isMissing } = useKind(input?.type);
  const key = useNumber(input, draft);
  const row = useFocus(View && key, isByKeyboard);
  if (!input || !View) return isMissing ? <p role="status">{words.offline}</p> : null;
  const usual = settings.general?.isInputPrefillEnabled === true ? input.prefilledValue : '';
  const props: InputProps = {
    input,
    answer: (answer: Answer) => chat.answer(answer),
    prefilled: draft ?? usual ?? '',
  };
  return (
    <div class="bot-input-row" ref={row}>
      <View key={key} {...props} />
    </div>
  );
}

/** Focuses an input as it appears, where the one before was answered by keyboard: the focus would be lost otherwise. */
function useFocus(shown: number | undefined, isByKeyboard: Readonly<RefObject<boolean>>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isByKeyboard.current) return;
    const fields = 'input:not([type=hidden]), textarea, select, button:not(:disabled)';
    row.current?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
  }, [shown, isByKeyboard]);
  return row;
}

/** To a person a visitor writes as they like. */
const TO_AGENT: ChatInput = { id: 'agent', type: 'text input' };

/** What can be answered now: nothing while an answer is on its way, nor when the chat is over. */
function inputOf({
  input,
  said,
  status,
  isLost,
}: Omit<Shown, 'settings' | 'draft'>): ChatInput | undefined {
  if (isLost || status === 'CLOSED') return undefined;
  if (status === 'PAUSED') return TO_AGENT;
  return said.some((one) => 'isPending' in one) ? undefined : input;
}

/** Another number for each input that comes, so that what is being written stays while others speak; and for each draft. */
function useNumber(input: ChatInput | undefined, draft: string | undefined): number {
  const count = useRef(0);
  return useMemo(() => (count.current += 1), [input, draft]);
}

/** A kind of input, as far as it is loaded. */
interface Kind {
  readonly View?: View | undefined;
  /** Whether it could not be loaded so far. */
  readonly isMissing?: boolean;
}

/** The view of a kind of input, once it is loaded. */
function useKind(type: ChatInput['type'] | undefined): Kind {
  const { chat } = useView();
  const [loaded, setLoaded] = useState<Kind & { readonly type: string }>();
  useEffect(() => {
    const load = type === undefined ? undefined : rare[type];
    if (!type || !load) return undefined;
    const left = new AbortController();
    const set = (kind: Kind): void => {
      if (!left.signal.aborted) setLoaded({ ...kind, type });
    };
    const { renew } = chat.options;
    const failed = (): void => set({ isMissing: true });
    void loadPart(load, { failed, renew, signal: left.signal }).then((View) => set({ View }));
    return () => left.abort();
  }, [type, chat]);
  if (type === undefined) return {};
  if (common[type]) return { View: common[type] };
  return loaded?.type === type ? loaded : {};
}
