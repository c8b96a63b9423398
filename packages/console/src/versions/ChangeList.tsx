import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { labelOf } from '../blocks/kinds.js';
import { useDraftState } from '../draft/useDraft.js';
import { useKinds } from '../blocks/BlockTypesProvider.js';
import { t } from '../i18n/t.js';
import { type Change, changesInWords } from './changeWords.js';

/** More changes than anybody reads one by one. */
const MAX_SHOWN = 200;
const SIGN_NAMES = { '+': t('Added'), '−': t('Removed'), '~': t('Changed') } as const;

/** What changed between two flows of a bot, in sentences that lead to the part on the canvas. */
export function ChangeList({
  botId,
  changes,
}: {
  readonly botId: string;
  readonly changes: readonly Change[];
}): ReactNode {
  const groups = useDraftState(({ flow }) => flow.groups);
  const titleOf = (groupId: string): string | undefined => {
    const title = groups.find(({ id }) => id === groupId)?.['title'];
    return typeof title === 'string' ? title : undefined;
  };
  const kinds = useKinds();
  const shown = changesInWords(changes, { titleOf, labelOf: (type) => labelOf(type, kinds) });
  if (shown.length === 0) return <p className="soft">{t('Nothing is different.')}</p>;
  return (
    <>
      <ul className="changes">
        {shown.slice(0, MAX_SHOWN).map(({ sign, words, at }, place) => (
          <li key={place} data-sign={sign}>
            <span role="img" aria-label={SIGN_NAMES[sign]}>
              {sign}
            </span>
            {at === undefined ? words : <Link href={`/b/${botId}/flow?at=${at}`}>{words}</Link>}
          </li>
        ))}
      </ul>
      {shown.length > MAX_SHOWN ? (
        <p className="soft">{t('And {count} more.', { count: shown.length - MAX_SHOWN })}</p>
      ) : null}
    </>
  );
}
