import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.js';
import { sharedValue } from '../ui/sharedValue.js';
import { t } from '../i18n/t.js';

/** What a person is asked before something is done. */
interface Question {
  /** The question, or what the text to type is. */
  readonly title: string;
  /** What comes of it. */
  readonly help?: string;
  /** What the button says that does it. */
  readonly button: string;
}

interface Asked extends Question {
  /** The text before it is changed; absent where nothing is to be typed. */
  readonly text?: string;
  readonly act: (text: string) => void;
}

const asked = sharedValue<Asked>();

/** Asks in a dialog whether something is to be done, and does it then. */
export function askFirst(question: Question, act: () => void): void {
  asked.set({ ...question, act });
}

/** Asks in a dialog for a text, which is `text` at first; `act` receives it without blanks around, and never an empty one. */
export function askForText(
  { text = '', ...question }: Question & { readonly text?: string },
  act: (text: string) => void,
): void {
  asked.set({ ...question, text, act: (typed) => typed.trim() === '' || act(typed.trim()) });
}

/** The dialog of what is asked now. */
export function Questions(): ReactNode {
  const question = asked.use();
  if (!question) return null;
  const { title, help, button, text, act } = question;
  const close = (): void => asked.set(undefined);
  return (
    <Dialog title={title} close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('text');
          close();
          act(String(typed ?? ''));
        }}
      >
        {help === undefined ? null : <p className="questionHelp">{help}</p>}
        {text === undefined ? null : (
          <input
            className="questionText"
            name="text"
            aria-label={title}
            defaultValue={text}
            required
            autoComplete="off"
            onFocus={({ target }) => target.select()}
          />
        )}
        <p className="shareActions">
          <button className="primary">{button}</button>
          <button type="button" onClick={close}>
            {t('Cancel')}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
