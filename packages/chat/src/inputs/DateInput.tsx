import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { labelOf, type InputProps } from './inputProps.js';
import { SendButton } from './SendButton.js';

/** A day, with its time where that is wanted, or two that enclose a time. */
export function DateInput({ input, answer, prefilled }: InputProps): JSX.Element {
  const { hasTime, isRange, min, max } = recordOf(input.options);
  const { words } = useView();
  const [from, setFrom] = useState(() => dayIn(prefilled, hasTime === true));
  const [to, setTo] = useState('');
  const type: DayProps['type'] = hasTime === true ? 'datetime-local' : 'date';
  const limits = {
    min: limitOf(min, hasTime === true && 'T00:00'),
    max: limitOf(max, hasTime === true && 'T23:59'),
  };
  const send = (): void => {
    const separator = labelOf(input, 'separator', 'to');
    answer({ text: written(isRange === true ? [from, to] : [from]).join(` ${separator} `) });
  };
  const last = labelOf(input, 'to', 'To:');
  const first =
    isRange === true ? labelOf(input, 'from', 'From:') : labelOf(input, 'from', words.date);
  const days = { ...limits, type };
  return (
    <form class="bot-form bot-input" onSubmit={(event) => (event.preventDefault(), send())}>
      <Day {...days} day={from} label={first} isLabelled={isRange === true} onDay={setFrom} />
      {isRange === true && (
        <Day {...days} day={to} min={from || limits.min} label={last} isLabelled onDay={setTo} />
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

/** A limit as browsers take it: where a time is asked for, with one. */
function limitOf(limit: unknown, time: string | false): string | undefined {
  const text = textIn(limit);
  if (text === '') return undefined;
  return time && !text.includes('T') ? `${text}${time}` : text;
}

/** What the field of the browser begins with, where its variable holds a date that it understands. */
function dayIn(text: string, hasTime: boolean): string {
  const pattern = hasTime ? /^\d{4}-\d\d-\d\dT\d\d:\d\d/ : /^\d{4}-\d\d-\d\d/;
  return pattern.exec(text)?.[0] ?? '';
}

/** Dates as the server reads them in any order of day and month. */
function written(dates: readonly string[]): string[] {
  return dates.map((date) => date.replace('T', ' '));
}
