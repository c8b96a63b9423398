import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';

/** Who says something in a chat. */
type Speaker = 'visitor' | 'bot' | 'agent';

const SPEAKERS: Readonly<Record<Speaker, string>> = {
  visitor: t('Visitor'),
  bot: t('Bot'),
  agent: t('Agent'),
};

/** What was said, each entry with its speaker; `first` is the place of the first entry in the whole chat. */
export function TranscriptList({
  entries,
  first = 0,
}: {
  readonly entries: readonly { readonly from: Speaker; readonly said: ReactNode }[];
  readonly first?: number;
}): ReactNode {
  return (
    <ol className="transcript" start={first + 1}>
      {entries.map(({ from, said }, place) => (
        <li key={first + place} className={from}>
          <span className="hidden">{SPEAKERS[from]}: </span>
          {said}
        </li>
      ))}
    </ol>
  );
}
