import type { JSX } from 'preact';
import { textIn } from '../json.js';
import { Choices } from './Choices.js';
import type { InputProps } from './inputProps.js';

/** Choices as pictures. */
export function PictureInput({ input, answer }: InputProps): JSX.Element {
  return (
    <Choices
      {...{ input, answer, choices: (input.items ?? []).map(choiceOf) }}
      group="bot-pictures"
      button={({ id, label, title, source, description }, isPressed, press) => (
        <button
          key={id}
          type="button"
          class="bot-picture bot-selectable"
          aria-pressed={isPressed}
          onClick={press}
        >
          <img src={source} alt={title ? '' : label} />
          {title && <strong>{title}</strong>}
          {description && <span>{description}</span>}
        </button>
      )}
    />
  );
}

function choiceOf(item: Readonly<Record<string, unknown>>) {
  const title = textIn(item['title']);
  const source = textIn(item['pictureSrc']);
  const description = textIn(item['description']);
  const searched = `${title} ${description}`;
  return { id: textIn(item['id']), title, source, description, searched, label: title || source };
}
