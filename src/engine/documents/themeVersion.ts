import { isJsonRecord, type JsonRecord } from './jsonRecord.js';

/** The member of a bot that names the version whose defaults its theme has, where that is not the version it is stored in. */
export const THEME_VERSION = 'themeVersion';

/** A document of version 6.1, marked: what its theme does not say has other defaults than in version 6. */
export function withThemeVersion(document: JsonRecord): JsonRecord {
  return isJsonRecord(document['theme']) ? { ...document, [THEME_VERSION]: '6.1' } : document;
}

/** The version whose defaults the theme of a bot has; undefined for 6. */
export function themeVersionOf(bot: JsonRecord): '6.1' | undefined {
  return bot[THEME_VERSION] === '6.1' ? '6.1' : undefined;
}
