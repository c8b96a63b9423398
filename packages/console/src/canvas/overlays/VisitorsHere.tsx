import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { answersTo, resultsAt } from '../../results/resultFilter.js';
import { locale, t } from '../../i18n/t.js';
import type { Counts } from '../model/overlay.js';
import { useSelection } from '../selection.js';

/** How many answered the block that is selected, and left there, in the last 30 days; with the chats behind these figures. */
export function VisitorsHere({
  botId,
  counts,
}: {
  readonly botId: string;
  readonly counts: Counts | undefined;
}): ReactNode {
  const { blockId } = useSelection();
  const found = counts?.blocks.find((one) => one.blockId === blockId);
  if (!found || blockId === undefined) return null;
  const [reached, answered, left] = [found.reached, found.answered, found.left].map((count) =>
    count.toLocaleString(locale),
  ) as [string, string, string];
  const timeFilter = 'LAST_30_DAYS';
  const ways = [
    [answersTo(blockId), t('{answered} of {reached} answered', { answered, reached })],
    [{ restsAtBlockId: blockId }, t('{left} of {reached} left', { left, reached })],
  ] as const;
  return (
    <ul>
      {ways.map(([behind, words]) => (
        <li key={words}>
          <Link href={resultsAt(botId, { timeFilter, ...behind })}>{words}</Link>
        </li>
      ))}
    </ul>
  );
}
