import type { ReactNode } from 'react';
import { locale } from '../i18n/t.js';

let format: Intl.DateTimeFormat | undefined;

/** An instant, in the time zone and words of the person; `words` say what happens then. */
export function When({
  at,
  words = (time) => time,
}: {
  readonly at: string;
  readonly words?: (time: string) => string;
}): ReactNode {
  // Made with the first instant, since the first one of a page takes a while.
  format ??= new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={at}>{words(format.format(new Date(at)))}</time>;
}
