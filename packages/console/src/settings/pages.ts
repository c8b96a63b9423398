import { t } from '../i18n/t.js';

/** The pages of the settings: their addresses and titles, in the order of the list. */
export const SETTINGS_PAGES = [
  ['workspace', t('Workspace')],
  ['members', t('Members')],
  ['credentials', t('Credentials')],
  ['channels', t('Channels')],
  ['domains', t('Domains')],
  ['webhooks', t('Webhooks')],
  ['replies', t('Canned replies')],
  ['rules', t('Publishing and AI')],
  ['data', t("Visitors' data")],
  ['audit', t('Audit log')],
  ['tokens', t('My tokens')],
  ['you', t('You')],
] as const;

/** The address of a page of the settings. */
export type SettingsPageName = (typeof SETTINGS_PAGES)[number][0];
