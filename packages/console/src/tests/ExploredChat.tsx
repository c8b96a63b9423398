import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';

/** A chat that exploring found, line by line. */
export function ExploredChat({
  transcript,
  isSampled,
}: {
  readonly transcript: readonly string[];
  readonly isSampled: boolean;
}): ReactNode {
  return (
    <>
      {isSampled ? (
        <p className="soft">{t('With a made-up answer of a service on the way.')}</p>
      ) : null}
      <pre className="exploredChat" tabIndex={0}>
        {transcript.join('\n')}
      </pre>
    </>
  );
}
