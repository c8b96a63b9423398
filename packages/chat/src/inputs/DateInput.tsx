import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { labelOf, type InputProps } from './inputProps.js';
import { SendButton } from './SendButton.js';

/** A date, with a time where the input asks for one, or the two dates of a range. */
export function DateInput({ input, answer, prefilled }: InputProps): JSX.Element {
  const { min, max, ...options } = recordOf(input.options);
  const hasTime = options['hasTime'] === true;
  const isRange = options['isRange'] === true;
  const { words } = useView();
  const [from, setFrom] = useState(() => initialDay(prefilled, hasTime));
  const [to, setTo] = useState('');
  const day: Pick<DayProps, 'type' | 'min' | 'max'> = {
    type: hasTime ? 'datetime-local' : 'date',
    min: limitOf(min, hasTime && 'T00:00'),
    max: limitOf(max, hasTime && 'T23:59'),
  };
  const send = (): void => {
    const separator = labelOf(input, 'separator', 'to');
    answer({ text: (isRange ? [from, to] : [from]).map(textOf).join(` ${separator} `) });
  };
  const first = labelOf(input, 'from', isRange ? 'From:' : words.date);
  const last = labelOf(input, 'to', 'To:');
  return (
    <form class="bot-form bot-input" onSubmit={(event) => (event.preventDefault(), send())}>
      <Day {...day} day={from} label={first} isLabelled={isRange} onDay={setFrom} />
      {isRange && (
        <Day {...day} day={to} min={from || day.min} label={last} isLabelled onDay={setTo} />
      )}
      <SendButton label={labelOf(input, 'button', words.send)} />
    </form>
  );
}

interface DayProps {
  readonly type: 'date' | 'datetime-local';
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly day: string;
  readonly label: string;
  readonly isLabelled: boolean;
  readonly onDay: (day: string) => void;
}

function Day({ day, label, isLabelled, onDay, ...field }: DayProps): JSX.Element {
  return (
    <label class="bot-date">
      <span class={isLabelled ? '' : 'bot-hidden'}>{label}</span>
      <input
        {...field}
        class="bot-field"
        required
        value={day}
        onInput={({ currentTarget }) => onDay(currentTarget.value)}
      />
    </label>
  );
}

/** A time of the day. */
export function TimeInput({ input, answer, prefilled }: InputProps): JSX.Element {
  const { words } = useView();
  const [time, setTime] = useState(prefilled);
  return (
    <form
      class="bot-form bot-input"
      onSubmit={(event) => (event.preventDefault(), answer({ text: time }))}
    >
      <input
        class="bot-field"
        type="time"
        aria-label={words.time}
        required
        value={time}
        onInput={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <SendButton label={labelOf(input, 'button', words.send)} />
    </form>
  );
}

/** A limit as the browser's field takes it; `time` is added where the field has a time and the limit has none. */
function limitOf(limit: unknown, time: string | false): string | undefined {
  const text = textIn(limit);
  if (text === '') return undefined;
  return time && !text.includes('T') ? `${text}${time}` : text;
}

/** The initial value of the browser's field; empty where the variable holds no date in its format. */
function initialDay(text: string, hasTime: boolean): string {
  const pattern = hasTime ? /^\d{4}-\d\d-\d\dT\d\d:\d\d/ : /^\d{4}-\d\d-\d\d/;
  return pattern.exec(text)?.[0] ?? '';
}

/** A date that begins with the year, which the server reads in the same way whatever the format of the input. */
function textOf(day: string): string {
  return day.replace('T', ' ');
}
