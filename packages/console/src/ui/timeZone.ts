import { once } from './once.js';

/** The time zone of the browser, as `Europe/Berlin`. */
export const timeZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
