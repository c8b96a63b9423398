import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
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

/** One of the choices. */
export interface Choice {
  readonly id: string;
  /** The answer when it is chosen. */
  readonly label: string;
  /** The text in which a search finds it. */
  readonly searched: string;
}

interface ChoicesProps<C extends Choice> extends Pick<InputProps, 'input' | 'answer'> {
  readonly choices: readonly C[];
  /** The class of the group of buttons. */
  readonly group: string;
  /** Draws a choice; `isPressed` is undefined where only one can be chosen. */
  readonly button: (choice: C, isPressed: boolean | undefined, press: () => void) => JSX.Element;
}

/** Choices of which one is pressed, or several are chosen and sent; with a search field if the input has one. */
export function Choices<C extends Choice>(props: ChoicesProps<C>): JSX.Element {
  const { input, answer, choices, group, button } = props;
  const { isMultipleChoice, isSearchable, areInitialSearchButtonsVisible } = recordOf(
    input.options,
  );
  const { words } = useView();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [sought, setSought] = useState('');
  const isMultiple = isMultipleChoice === true;
  const isHidden = areInitialSearchButtonsVisible === false && sought === '';
  const offered = isHidden ? [] : choices.filter(({ searched }) => hasText(searched, sought));
  const press = ({ id, label }: Choice): void => {
    if (isMultiple) setChosen(toggled(chosen, id));
    else answer({ text: label, message: { type: 'text', text: label, metadata: { replyId: id } } });
  };
  const labels = choices.filter(({ id }) => chosen.has(id)).map(({ label }) => label);
  return (
    <div class="bot-choices">
      {isSearchable === true && <SearchField input={input} onText={setSought} />}
      <div class={group} role="group">
        {offered.map((one) =>
          button(one, isMultiple ? chosen.has(one.id) : undefined, () => press(one)),
        )}
        {offered.length === 0 && !isHidden && <p role="status">{words.noMatch}</p>}
      </div>
      {labels.length > 0 && (
        <SendChosen input={input} onSend={() => answer({ text: labels.join(', ') })} />
      )}
    </div>
  );
}

function SearchField({
  input,
  onText,
}: Pick<InputProps, 'input'> & { onText: (text: string) => void }) {
  const { words } = useView();
  const label = textIn(recordOf(input.options)['searchInputPlaceholder']) || words.search;
  return (
    <input
      class="bot-input bot-field bot-search"
      type="search"
      aria-label={label}
      placeholder={label}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}

function SendChosen({
  input,
  onSend,
}: Pick<InputProps, 'input'> & { onSend: () => void }): ComponentChildren {
  const { words } = useView();
  return (
    <button type="button" class="bot-button bot-send" onClick={onSend}>
      {textIn(recordOf(input.options)['buttonLabel']) || words.send}
    </button>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

function hasText(text: string, sought: string): boolean {
  return text.toLowerCase().includes(sought.trim().toLowerCase());
}
