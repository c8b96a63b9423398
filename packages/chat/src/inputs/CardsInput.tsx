import type { JSX } from 'preact';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import type { InputProps } from './inputProps.js';

/** Cards side by side, each with a picture, texts and buttons. */
export function CardsInput({ input, answer }: InputProps): JSX.Element {
  const { words } = useView();
  return (
    <ul class="bot-cards" tabIndex={0}>
      {(input.items ?? []).map((item) => {
        const card = recordOf(item);
        const [title, image] = [textIn(card['title']), textIn(card['imageUrl'])];
        const paths: readonly unknown[] = Array.isArray(card['paths']) ? card['paths'] : [];
        return (
          <li key={textIn(card['id'])} class="bot-card">
            {image && <img src={image} alt={title ? '' : words.image} />}
            {title && <strong>{title}</strong>}
            {textIn(card['description']) && <p>{textIn(card['description'])}</p>}
            {paths.map((one) => {
              const { id, text } = recordOf(one);
              const label = textIn(text) || title;
              const metadata = { replyId: textIn(id) };
              const press = () =>
                answer({ text: label, message: { type: 'text', text: label, metadata } });
              return (
                <button key={textIn(id)} type="button" class="bot-button" onClick={press}>
                  {label}
                </button>
              );
            })}
          </li>
        );
      })}
    </ul>
  );
}
