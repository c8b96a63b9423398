import type { ReactNode } from 'react';
import type { Typed } from '../useTyped.js';

/** Says that somebody else stored another text while this one is edited. */
export function Theirs({
  typed: { theirs, takeTheirs },
  words = (text) => text,
}: {
  readonly typed: Typed;
  /** How the text is shown. */
  readonly words?: (text: string) => string;
}): ReactNode {
  if (theirs === undefined) return null;
  return (
    <p className="theirs" role="status">
      Somebody else wrote “{words(theirs)}”.{' '}
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={takeTheirs}>
        Take it
      </button>
    </p>
  );
}
