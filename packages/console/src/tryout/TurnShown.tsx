import type { TraceShownFragment } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { ForEditors } from '../draft/ForEditors.js';
import { t } from '../i18n/t.js';
import { type EntryShown, entryInWords } from './traceWords.js';

/** What rows of a timeline need to know. */
interface Around {
  readonly nameOf: (blockId: string) => string;
  readonly breakpoints?: readonly string[] | undefined;
  readonly onBreakpoints?: ((blockIds: readonly string[]) => void) | undefined;
}

/** One turn, with its entries in order. */
export function TurnShown({
  turn: { turn, entries },
  isOpen,
  onBranch,
  ...around
}: Around & {
  readonly turn: { readonly turn: number; readonly entries: readonly TraceShownFragment[] };
  readonly isOpen: boolean;
  readonly onBranch?: ((turn: number) => void) | undefined;
}): ReactNode {
  const shown = entries.flatMap((entry) => entryInWords(entry, around.nameOf) ?? []);
  const faults = shown.filter(({ isFault }) => isFault).length;
  return (
    <details className="turn" open={isOpen}>
      <summary>
        {t('Turn {number}', { number: turn })}
        {faults > 0 ? <span className="fault"> ⚠ {faults}</span> : null}
      </summary>
      <ol>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} {...around} />
        ))}
      </ol>
      {onBranch ? (
        <ForEditors>
          <button type="button" onClick={() => onBranch(turn)}>
            {t('Go on from here in another way')}
          </button>
        </ForEditors>
      ) : null}
    </details>
  );
}

function Entry({ entry, ...around }: Around & { readonly entry: EntryShown }): ReactNode {
  const { title, lines, blockId, isFault, request, result } = entry;
  const { botId = '' } = useParams();
  return (
    <li className={isFault ? 'fault' : ''}>
      {blockId === undefined ? (
        <span>{title}</span>
      ) : (
        <Link href={`/b/${botId}/flow?at=${blockId}`}>{title}</Link>
      )}
      {blockId === undefined ? null : <Breakpoint blockId={blockId} name={title} {...around} />}
      {lines.map((line, place) => (
        <p key={place}>{line}</p>
      ))}
      {request === undefined ? null : <Document title={t('Request')} text={request} />}
      {result === undefined ? null : <Document title={t('Answer')} text={result} />}
    </li>
  );
}

function Breakpoint({
  blockId,
  name,
  breakpoints,
  onBreakpoints,
}: Around & { readonly blockId: string; readonly name: string }): ReactNode {
  if (!breakpoints || !onBreakpoints) return null;
  const isSet = breakpoints.includes(blockId);
  return (
    <button
      type="button"
      className="breakpoint"
      aria-label={t('Pause before {block}', { block: name })}
      aria-pressed={isSet}
      title={t('Pause before this block')}
      onClick={() =>
        onBreakpoints(
          isSet ? breakpoints.filter((one) => one !== blockId) : [...breakpoints, blockId],
        )
      }
    >
      {isSet ? '●' : '○'}
    </button>
  );
}

function Document({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <details>
      <summary>{title}</summary>
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
