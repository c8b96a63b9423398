import type { ReactNode } from 'react';

/** Why something was not done; nothing where `words` are empty or absent. */
export function Fault({ words }: { readonly words: string | undefined }): ReactNode {
  return words ? <p role="alert">{words}</p> : null;
}
