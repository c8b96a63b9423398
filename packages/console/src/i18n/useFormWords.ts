import { useEffect, useState } from 'react';
import { type FormWords, loadForms } from './t.js';

/** What is loaded; in English there is nothing to load, and no words take the place of those of the server. */
let known: Partial<FormWords> | undefined = loadForms ? undefined : {};

/** What the server says in forms and about flows, in the language that is shown; undefined until it is loaded, and without what stays English. */
export function useFormWords(): Partial<FormWords> | undefined {
  const [words, setWords] = useState(known);
  useEffect(() => {
    if (words) return;
    void loadForms?.()
      .catch(() => ({}))
      .then((loaded) => setWords((known = loaded)));
  }, []);
  return words;
}
