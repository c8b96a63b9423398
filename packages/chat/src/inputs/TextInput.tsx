import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { recordOf } from '../json.js';
import { useView } from '../view/context.js';
import { Attach, type Attached } from './Attach.js';
import { labelOf, type InputProps } from './inputProps.js';
import { SendButton } from './SendButton.js';

/** The attributes of the field for the types of input that have their own, and its default placeholder. */
const fields: Readonly<Record<string, FieldKind>> = {
  'number input': { type: 'text', inputMode: 'decimal', placeholder: 'Type a number...' },
  'email input': { type: 'email', autoComplete: 'email', placeholder: 'Type your email...' },
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

/** A line of text; also of a kind of input that this program does not know. */
const PLAIN: FieldKind = { type: 'text' };

interface FieldKind {
  readonly type: 'text' | 'email' | 'tel';
  /** Without, the words of the chat: a person who has taken over sends no text for it. */
  readonly placeholder?: string;
  readonly inputMode?: 'decimal' | 'url';
  readonly autoComplete?: 'email' | 'url' | 'tel';
}

interface TextInputProps extends InputProps {
  /** Shown in front of the field. */
  readonly before?: ComponentChildren;
  /** Shown behind the field. */
  readonly after?: ComponentChildren;
  /** The tooltip of the field. */
  readonly hint?: string | undefined;
  /** Changes the text when the up (1) or down (-1) key is pressed. */
  readonly next?: (text: string, direction: 1 | -1) => string;
}

/** A field for one or more lines of text; also for numbers, addresses and phone numbers, which the server checks. */
export function TextInput(props: TextInputProps): JSX.Element {
  const { input, answer, prefilled, before, after } = props;
  const [text, setText] = useState(prefilled);
  const [attached, setAttached] = useState<Attached>({ urls: [], names: '' });
  const { words, chat } = useView();
  const write = (written: string): void => {
    setText(written);
    chat.typed(written);
  };
  const send = (): void => {
    // Files alone are also an answer; the bot gets their names as its text.
    const said = text.trim() || attached.names;
    if (said === '') return;
    // While an agent answers, the field stays for the next message.
    write('');
    const { urls } = attached;
    if (urls.length === 0) return answer({ text: said });
    answer({ text: said, message: { type: 'text', text: said, attachedFileUrls: urls } });
  };
  return (
    <form
      class="bot-form bot-input"
      onSubmit={(event) => (event.preventDefault(), send())}
      noValidate
    >
      {before}
      <Field {...props} text={text} onText={write} onSend={send} />
      {after}
      <Attach {...{ input, attached, answer }} onFiles={setAttached} />
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
  const focused = useFocusOfMouse<HTMLInputElement & HTMLTextAreaElement>();
  const { placeholder, type, inputMode, autoComplete } = fields[input.type] ?? PLAIN;
  const { isLong, inputMode: ownMode } = recordOf(input.options);
  const { words } = useView();
  const label = labelOf(input, 'placeholder', placeholder ?? words.answer);
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

/**
 * Focuses a new field if the visitor has a mouse; on a phone the keyboard would cover the chat. A focus elsewhere in the page of a
 * site stays there.
 */
function useFocusOfMouse<T extends HTMLElement>() {
  const field = useRef<T>(null);
  const { chat } = useView();
  useEffect(() => {
    const { said, draft } = chat.shown;
    const isAsked = draft !== undefined || said.some(({ from }) => from === 'visitor');
    const hasMouse = matchMedia('(pointer: fine)').matches;
    if (hasMouse && mayFocus(field.current, isAsked)) field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}

/** Whether the focus is in the chat or may go there: from nowhere only where the visitor or the page has `asked` for the chat. */
function mayFocus(field: HTMLElement | null, isAsked: boolean): boolean {
  const root = field?.getRootNode();
  if (!(root instanceof ShadowRoot) || root.host.hasAttribute('autofocus')) return true;
  const around = root.host.getRootNode();
  const active = around instanceof ShadowRoot ? around.activeElement : document.activeElement;
  return active === root.host || (isAsked && (!active || active === document.body));
}

const MODES = ['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url'] as const;

/** The keyboard of phones that the author has chosen, if any. */
function modeOf(mode: unknown): (typeof MODES)[number] | undefined {
  return MODES.find((one) => one === mode);
}
