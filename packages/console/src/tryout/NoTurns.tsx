import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';

/** Says what will be in the place of the turns of a chat, or why there are none. */
export function NoTurns({
  isTraced = true,
}: {
  readonly isTraced?: boolean | undefined;
}): ReactNode {
  return (
    <p className="soft">
      {isTraced
        ? t(
            'After each turn you see here which blocks the chat came through, what they asked for and got, and which variables they changed.',
          )
        : t('This chat is not traced, so nothing was kept of its turns.')}
    </p>
  );
}
