import type { JSX } from 'preact';
import { textIn } from '../json.js';
import { Choices } from './Choices.js';
import type { InputProps } from './inputProps.js';

/** Choices as buttons. */
export function ChoiceInput({ input, answer }: InputProps): JSX.Element {
  const choices = (input.items ?? []).map((item) => {
    const label = textIn(item['content']);
    return { id: textIn(item['id']), label, searched: label };
  });
  return (
    <Choices
      {...{ input, answer, choices }}
      group="bot-buttons"
      button={({ id, label }, isPressed, press) => (
        <button
          key={id}
          type="button"
          class={`bot-button${isPressed === undefined ? '' : ' bot-selectable'}`}
          aria-pressed={isPressed}
          onClick={press}
        >
          {label}
        </button>
      )}
    />
  );
}
