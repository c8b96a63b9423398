import type { JSX } from 'preact';
import { textIn } from '../json.js';
import { Choosing } from './Choosing.js';
import type { InputProps } from './inputProps.js';

/** Pictures of which one is pressed, or several are chosen. */
export function PictureInput({ input, answer }: InputProps): JSX.Element {
  return (
    <Choosing
      {...{ input, answer, choices: (input.items ?? []).map(pictureOf) }}
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

function pictureOf(item: Readonly<Record<string, unknown>>) {
  const title = textIn(item['title']);
  const source = textIn(item['pictureSrc']);
  const description = textIn(item['description']);
  const searched = `${title} ${description}`;
  return { id: textIn(item['id']), title, source, description, searched, label: title || source };
}
