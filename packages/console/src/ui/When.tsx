import type { ReactNode } from 'react';
import { locale } from '../i18n/t.js';
import { once } from './once.js';

const format = once(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** An instant, in the time zone and words of the person; `words` say what happens then. */
export function When({
  at,
  words = (time) => time,
}: {
  readonly at: string;
  readonly words?: (time: string) => string;
}): ReactNode {
  return <time dateTime={at}>{words(format().format(new Date(at)))}</time>;
}
