import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { Chat, Shown } from '../chat/chat.js';
import { loadWords, type Words, wordsIn } from '../words.js';

/** What every component of a chat needs. */
export interface View {
  readonly chat: Chat;
  /** The language that the bot speaks, then those of the visitor. */
  readonly languages: readonly string[];
  readonly words: Words;
}

const ViewContext = createContext<View | undefined>(undefined);

/** Provides the view to the components below it. */
export const ViewProvider = ViewContext.Provider;

/** The view that a component is in. */
export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('A component of a chat is drawn outside of ViewProvider');
  return view;
}

/** The view of a chat for a visitor of these languages, in the words of the language that the bot speaks. */
export function useViewOf(chat: Chat, visitors: readonly string[]): View {
  const [language, setLanguage] = useState(chat.shown.language);
  useEffect(() => {
    setLanguage(chat.shown.language);
    return chat.subscribe(() => setLanguage(chat.shown.language));
  }, [chat]);
  const languages = useMemo(
    () => (language === undefined ? visitors : [language, ...visitors]),
    [language, visitors],
  );
  const words = useWords(languages);
  return useMemo(() => ({ chat, languages, words }), [chat, languages, words]);
}

/** The words of the first of these languages that the chat has, as soon as they are loaded. */
export function useWords(languages: readonly string[]): Words {
  const [words, setWords] = useState(() => wordsIn(languages));
  useEffect(() => {
    let isWanted = true;
    void loadWords(languages).then(() => isWanted && setWords(wordsIn(languages)));
    return () => void (isWanted = false);
  }, [languages]);
  return words;
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
