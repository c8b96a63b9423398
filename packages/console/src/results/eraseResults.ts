import { DeleteResults } from '@parley/client/dashboard';
import { change } from '../app/change.js';
import { eraseLater } from '../app/erasing.js';
import { t } from '../i18n/t.js';

/** Erases results once that cannot be undone any more, and then calls `erased`. */
export function eraseResults(
  botId: string,
  resultIds: readonly string[],
  erased: () => void = () => undefined,
): void {
  const count = resultIds.length;
  eraseLater({
    words: t('1 result is being erased.|{count} results are being erased.', { count }),
    ids: resultIds,
    erase: async () => {
      await change(DeleteResults, { input: { botId, resultIds: [...resultIds] } });
      erased();
    },
  });
}
