import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { ExploredChat } from './ExploredChat.js';
import { type Exploration, useExploration } from './useExploration.js';

/** Tries ways through the draft by itself, and shows how far that came and what went wrong. */
export function Explore({ botId }: { readonly botId: string }): ReactNode {
  const { found, fault, isRunning, start } = useExploration(botId);
  return (
    <section aria-labelledby="explore">
      <h2 id="explore">{t('Explore')}</h2>
      <p className="soft">
        {t('Tries ways through the draft for ten seconds at most. Nothing is sent to anybody.')}
      </p>
      <button type="button" disabled={isRunning} onClick={start}>
        {isRunning ? t('Exploring …') : t('Explore the draft')}
      </button>
      <Fault words={fault} />
      <p role="status">{found ? summaryOf(found) : ''}</p>
      {found ? <Found botId={botId} found={found} /> : null}
    </section>
  );
}

function summaryOf({
  chats,
  turns,
  end,
  coverage: { blocks },
  coverageWithTests,
  failures,
}: Exploration): string {
  const { covered, total } = blocks;
  const together = coverageWithTests?.blocks.covered ?? covered;
  const far = t('Chats: {chats}, turns: {turns}, blocks reached: {covered} of {total}', {
    ...{ chats, turns, covered, total },
  });
  if (end === null) return `${far} …`;
  const all = together > covered ? `${far}, ${t('with the tests: {together}', { together })}` : far;
  return failures.length === 0 ? `${all}. ${t('Nothing went wrong.')}` : `${all}.`;
}

function Found({
  botId,
  found: { failures, notReached },
}: {
  readonly botId: string;
  readonly found: Exploration;
}): ReactNode {
  const linkTo = (at: string | null, words: string): ReactNode =>
    at === null ? words : <Link href={`/b/${botId}/flow?at=${at}`}>{words}</Link>;
  return (
    <ul className="testList">
      {failures.map(({ message, blockId, groupId, transcript, isSampled }, place) => (
        <li key={place}>
          <details>
            <summary>⚠ {message}</summary>
            <p>{linkTo(blockId ?? groupId, t('Show it on the canvas'))}</p>
            <ExploredChat {...{ transcript, isSampled }} />
          </details>
        </li>
      ))}
      {notReached.map(({ groupId, message }) => (
        <li key={groupId}>{linkTo(groupId, message)}</li>
      ))}
    </ul>
  );
}
