import type { ReactNode } from 'react';

const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** An instant, in the time zone and words of the person. */
export function When({ at }: { readonly at: string }): ReactNode {
  return <time dateTime={at}>{FORMAT.format(new Date(at))}</time>;
}
