import type { ReactNode } from 'react';
import type { Typed } from '../../ui/useTyped.js';
import { t } from '../../i18n/t.js';

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
      {t('Somebody else wrote “{text}”.', { text: words(theirs) })}{' '}
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={takeTheirs}>
        {t('Take it')}
      </button>
    </p>
  );
}
