import { useMemo } from 'react';
import { ofServer } from '../i18n/t.js';
import { useFormWords } from '../i18n/useFormWords.js';
import { type Field, type FieldNode, fieldTree } from '../blocks/formModel.js';

/** The fields of a form as a tree, in the language that is shown; undefined until its words are loaded. */
export function useFieldTree(fields: readonly Field[]): readonly FieldNode[] | undefined {
  const words = useFormWords();
  return useMemo(
    () => words && fieldTree(fields, (text) => words.texts?.[text] ?? ofServer(text)),
    [fields, words],
  );
}
