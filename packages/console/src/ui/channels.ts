import { t } from '../i18n/t.js';

/** The words for where a visitor writes. */
export const CHANNELS = { WEB: t('Web page'), MESSENGER: t('Messenger') } as const;

/** Whether a text names a channel. */
export function isChannel(name: string | undefined): name is keyof typeof CHANNELS {
  return name !== undefined && Object.hasOwn(CHANNELS, name);
}
