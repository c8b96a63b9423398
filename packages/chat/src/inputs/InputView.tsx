import type { ChatInput, InputKind } from '@parley/client';
import type { ComponentType, JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer, Shown } from '../chat/chat.js';
import { wait } from '../chat/wait.js';
import { useShown, useView } from '../view/context.js';
import { ChoiceInput } from './Choices.js';
import { TextInput } from './TextInput.js';
import type { InputProps } from './inputProps.js';

type InputComponent = ComponentType<InputProps>;

/** The views of the inputs that most chats have, by type. */
const common = {
  'text input': TextInput,
  'email input': TextInput,
  'url input': TextInput,
  'choice input': ChoiceInput,
} satisfies Partial<Record<InputKind, InputComponent>>;

type Load = () => Promise<InputComponent>;

/** The views of all other inputs; each is loaded when a chat first needs it. */
const rare: Readonly<Record<Exclude<InputKind, keyof typeof common>, Load>> = {
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

const views = new Map<string, InputComponent>(Object.entries(common));
const loads = new Map<string, Load>(Object.entries(rare));

interface InputViewProps {
  /** Whether the visitor used the keyboard last. */
  readonly isByKeyboard: Readonly<RefObject<boolean>>;
}

/** The input that the chat waits for, if any. */
export function InputView({ isByKeyboard }: InputViewProps): JSX.Element | null {
  const shown = useShown();
  const { settings, draft } = shown;
  const { chat, words } = useView();
  const input = inputOf(shown);
  const { View, isMissing } = useLoaded(input?.type);
  const key = useKey(input, draft);
  const row = useFocusOfKeyboard(View && key, isByKeyboard);
  if (!input || !View) return isMissing ? <p role="status">{words.offline}</p> : null;
  const stored = settings.general?.isInputPrefillEnabled === true ? input.prefilledValue : '';
  const props: InputProps = {
    input,
    answer: (answer: Answer) => chat.answer(answer),
    prefilled: draft ?? stored ?? '',
  };
  return (
    <div class="bot-input-row" ref={row}>
      <View key={key} {...props} />
    </div>
  );
}

/** Focuses a new input if the visitor uses the keyboard: otherwise the focus is lost with the input before. */
function useFocusOfKeyboard(shown: number | undefined, isByKeyboard: Readonly<RefObject<boolean>>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isByKeyboard.current) return;
    const fields =
      'input:not([type=hidden]), textarea, select:not(.bot-country), button:not(:disabled)';
    row.current?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
  }, [shown, isByKeyboard]);
  return row;
}

/** The input while a person has taken over from the bot: any text, and files. */
const TO_AGENT: ChatInput = {
  id: 'agent',
  type: 'text input',
  options: { attachments: { isEnabled: true } },
};

/** The input that can be answered now; undefined while an answer is being sent, and when the chat is over. */
function inputOf({ input, said, status, isLost }: Shown): ChatInput | undefined {
  if (isLost || status === 'CLOSED') return undefined;
  if (status === 'PAUSED') return TO_AGENT;
  return said.some((one) => 'isPending' in one) ? undefined : input;
}

/** A key that is new for each input and each draft, and for nothing else: messages that arrive do not clear the field. */
function useKey(input: ChatInput | undefined, draft: string | undefined): number {
  const count = useRef(0);
  return useMemo(() => (count.current += 1), [input, draft]);
}

/** The view of a kind of input, as far as it is loaded. */
interface Loaded {
  readonly View?: InputComponent | undefined;
  /** Whether loading has failed so far. */
  readonly isMissing?: boolean;
}

/** Loads the view of a kind of input. */
function useLoaded(type: ChatInput['type'] | undefined): Loaded {
  const { chat } = useView();
  const [loaded, setLoaded] = useState<Loaded & { readonly type: string }>();
  useEffect(() => {
    const load = type === undefined ? undefined : loads.get(type);
    if (!type || !load) return undefined;
    const left = new AbortController();
    const set = (one: Loaded): void => {
      if (!left.signal.aborted) setLoaded({ ...one, type });
    };
    const { renew } = chat.options;
    const failed = (): void => set({ isMissing: true });
    void loadPart(load, { failed, renew, signal: left.signal }).then((View) => set({ View }));
    return () => left.abort();
  }, [type, chat]);
  if (type === undefined) return {};
  // A kind that only a newer server knows is answered in a plain field.
  if (!loads.has(type)) return { View: views.get(type) ?? TextInput };
  return loaded?.type === type ? loaded : {};
}

/** Milliseconds between two attempts. */
const AGAIN_AFTER = 2_000;

interface Loading {
  /** Called after each attempt that failed. */
  readonly failed: () => void;
  /** `renew` of `ChatOptions`. */
  readonly renew: (() => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Loads a part of the program, and repeats that until it succeeds. Returns undefined when it is aborted, and when the server has a
 * new version, which takes over with its own parts.
 */
async function loadPart<Part>(
  load: () => Promise<Part>,
  { failed, renew, signal }: Loading,
): Promise<Part | undefined> {
  while (!signal.aborted) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the chat could not be loaded:', error);
      failed();
    }
    if (await renew?.().catch(() => false)) return undefined;
    await wait(AGAIN_AFTER, signal);
  }
  return undefined;
}
