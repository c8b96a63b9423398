import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Chat, Shown } from '../chat/chat.js';
import { type Words, wordsIn } from '../words.js';

/** What every component of a chat needs. */
export interface View {
  readonly chat: Chat;
  readonly words: Words;
}

const ViewContext = createContext<View | undefined>(undefined);

/** Provides the view to the components below it. */
export const ViewProvider = ViewContext.Provider;

/** The view that a component is in, with the words of the language that the bot speaks. */
export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('A component of a chat is drawn outside of ViewProvider');
  const { language } = view.chat.shown;
  if (language === undefined) return view;
  return { ...view, words: wordsIn([language, ...navigator.languages]) };
}

/** The chat as it is shown now; the component is drawn again when it changes. */
export function useShown(): Shown {
  const { chat } = useView();
  const [shown, setShown] = useState(chat.shown);
  useEffect(() => {
    setShown(chat.shown);
    return chat.subscribe(() => setShown(chat.shown));
  }, [chat]);
  return shown;
}
