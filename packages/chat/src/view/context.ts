import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Chat, Shown } from '../chat/chat.js';
import type { Words } from '../words.js';

/** What every part of the view needs. */
export interface View {
  readonly chat: Chat;
  readonly words: Words;
}

const ViewContext = createContext<View | undefined>(undefined);

/** Gives the parts below it the view. */
export const ViewProvider = ViewContext.Provider;

/** The view a part is in. */
export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('A part of the chat is shown outside of it');
  return view;
}

/** The chat as it is shown now; the part is drawn again when it changes. */
export function useShown(): Shown {
  const { chat } = useView();
  const [shown, setShown] = useState(chat.shown);
  useEffect(() => {
    setShown(chat.shown);
    return chat.subscribe(() => setShown(chat.shown));
  }, [chat]);
  return shown;
}
