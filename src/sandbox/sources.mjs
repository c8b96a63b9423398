// @ts-check
import { CONSOLE_SOURCE, MATCHES_SOURCE } from './consoleGuest.mjs';
import { DATE_SOURCE } from './dateGuest.mjs';
import { FIXED_SOURCE } from './fixedGuest.mjs';
import { GUEST_SOURCE } from './guest.mjs';
import { INTL_SOURCE } from './intlGuest.mjs';

/**
 * The sources that QuickJS parses besides the user's code. They are parsed with every call, so comments are removed.
 */
export const SOURCES = new Map(
  Object.entries({
    fixed: FIXED_SOURCE,
    guest: GUEST_SOURCE,
    Intl: INTL_SOURCE,
    Date: DATE_SOURCE,
    console: CONSOLE_SOURCE,
    matches: MATCHES_SOURCE,
  }).map(([name, source]) => [name, withoutComments(source)]),
);

/** @param {string} source */
function withoutComments(source) {
  return source.replace(/\/\*\*.*?\*\//gs, '').replace(/^\s+/gm, '');
}
