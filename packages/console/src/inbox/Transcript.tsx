import type { Said } from '@parley/client';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { TranscriptList } from '../ui/TranscriptList.js';
import { t } from '../i18n/t.js';

/** How many entries are drawn at first, and are added when somebody goes upward. */
const PAGE = 100;

/** The pixels from an end that still count as being there. */
const NEAR = 40;

/** What was said; of a long chat the newest, and earlier ones as somebody goes upward. */
export function Transcript({ said }: { readonly said: readonly Said[] }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [earliest, setEarliest] = useState<number>();
  const first = Math.min(earliest ?? Infinity, Math.max(0, said.length - PAGE));
  const fromEnd = useRef(0);
  const goUp = (): void => {
    const { scrollHeight = 0, scrollTop = 0 } = box.current ?? {};
    fromEnd.current = scrollHeight - scrollTop;
    setEarliest(Math.max(0, first - PAGE));
  };
  // What was read stays where it is when there is more above.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight - fromEnd.current;
  }, [earliest]);
  // Must run before the scroll event, which would report that the end is no longer in view.
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [said]);
  const look = (): void => {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
    if (scrollTop < NEAR && first > 0 && !isAtEnd.current) goUp();
  };
  return (
    <div
      ref={box}
      className="said"
      tabIndex={0}
      role="log"
      aria-label={t('What was said')}
      onScroll={look}
    >
      {first > 0 ? (
        <button type="button" className="plain" onClick={goUp}>
          {t('Earlier messages')}
        </button>
      ) : null}
      <TranscriptList
        first={first}
        entries={said.slice(first).map((one) => ({
          from: one.from,
          said: (
            <>
              {textOf(one)}
              <Files said={one} />
            </>
          ),
        }))}
      />
    </div>
  );
}

/** Links to the files that a visitor sent. */
function Files({ said }: { readonly said: Said }): ReactNode {
  const urls = ('attachedFileUrls' in said && said.attachedFileUrls) || [];
  return urls.map((url) => (
    <a key={url} href={url} target="_blank" rel="noreferrer">
      {url.split('/').at(-1)}
    </a>
  ));
}

function textOf(said: Said): string {
  if ('text' in said) return said.text.trimEnd();
  if ('streamedText' in said) return said.streamedText;
  const { content } = said.message as { content?: { plainText?: unknown; url?: unknown } };
  return String(content?.plainText ?? content?.url ?? said.message.type).trim();
}
