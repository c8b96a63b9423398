import type { ReactNode } from 'react';

/** A text of the server, in which code is between backticks. */
export function WithCode({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
