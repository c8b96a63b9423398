import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { recordOf } from '../json.js';
import { useView } from '../view/context.js';
import { Attach } from './Attach.js';
import { labelOf, type InputProps } from './inputProps.js';
import { SendButton } from './SendButton.js';

/** What browsers know of each kind of text, and its usual placeholder. */
const kinds: Readonly<Record<string, Kind>> = {
  'text input': { type: 'text', placeholder: 'Type your answer...' },
  'number input': { type: 'text', inputMode: 'decimal', placeholder: 'Type a number...' },
  'email input': {
    type: 'email',
    autoComplete: 'email',
    placeholder: 'Type your email...',
  },
  'url input': {
    type: 'text',
    inputMode: 'url',
    autoComplete: 'url',
    placeholder: 'Type a URL...',
  },
  'phone number input': {
    type: 'tel',
    autoComplete: 'tel',
    placeholder: 'Type your phone number...',
  },
};

const OTHER: Kind = { type: 'text', placeholder: '' };

interface Kind {
  readonly type: 'text' | 'email' | 'tel';
  readonly placeholder: string;
  readonly inputMode?: 'decimal' | 'url';
  readonly autoComplete?: 'email' | 'url' | 'tel';
}

interface TextInputProps extends InputProps {
  /** What stands in front of the text. */
  readonly before?: ComponentChildren;
  /** What stands behind it. */
  readonly after?: ComponentChildren;
  /** What is told to a visitor who lingers at the field. */
  readonly hint?: string | undefined;
  /** The text that follows when an arrow key is pressed: 1 for the one upwards, -1 for the one downwards. */
  readonly next?: (text: string, direction: 1 | -1) => string;
}

/** A line or several of text: also numbers, addresses and phone numbers, which the server checks. */
export function TextInput(props: TextInputProps): JSX.Element {
  const { input, answer, prefilled, before, after } = props;
  const [text, setText] = useState(prefilled);
  const [files, setFiles] = useState<readonly string[]>([]);
  const { words } = useView();
  const send = (): void => {
    const said = text.trim();
    if (said === '' && files.length === 0) return;
    if (files.length === 0) return answer({ text: said });
    answer({ text: said, message: { type: 'text', text: said, attachedFileUrls: files } });
  };
  return (
    <form
      class="bot-form bot-input"
      onSubmit={(event) => (event.preventDefault(), send())}
      noValidate
    >
      {before}
      <Field {...props} text={text} onText={setText} onSend={send} />
      {after}
      <Attach input={input} onFiles={setFiles} answer={answer} />
      <SendButton label={labelOf(input, 'button', words.send)} />
    </form>
  );
}

interface FieldProps extends Pick<TextInputProps, 'input' | 'hint' | 'next'> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
}

function Field({ input, text, onText, onSend, hint, next }: FieldProps): JSX.Element {
  const focused = useFocus<HTMLInputElement & HTMLTextAreaElement>();
  const { placeholder, type, inputMode, autoComplete } = kinds[input.type] ?? OTHER;
  const { isLong, inputMode: ownMode } = recordOf(input.options);
  const label = labelOf(input, 'placeholder', placeholder);
  const shared = {
    ref: focused,
    class: 'bot-field',
    dir: 'auto' as const,
    'aria-label': label,
    placeholder: label,
    value: text,
    onInput: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
  };
  if (isLong === true) {
    return <textarea {...shared} rows={4} onKeyDown={(event) => sendsWith(event) && onSend()} />;
  }
  const mode = modeOf(ownMode) ?? inputMode;
  const step = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!next || (direction !== 1 && direction !== -1)) return;
    event.preventDefault();
    onText(next(text, direction));
  };
  const field = { ...shared, inputMode: mode, autoComplete, title: hint, onKeyDown: step };
  if (type === 'email') return <input {...field} type="email" />;
  return type === 'tel' ? <input {...field} type="tel" /> : <input {...field} type="text" />;
}

/** A long text is sent by Ctrl or Cmd with Enter, since Enter alone begins a line. */
function sendsWith({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

/** Focuses a field as it appears, where a pointer is at hand: on a phone the keyboard would cover the chat. */
function useFocus<T extends HTMLElement>() {
  const field = useRef<T>(null);
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}

const MODES = ['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url'] as const;

/** The keyboard that its author wants on phones. */
function modeOf(mode: unknown): (typeof MODES)[number] | undefined {
  return MODES.find((one) => one === mode);
}
