import { DeleteResults } from '@parley/client/dashboard';
import { change } from '../app/change.js';
import { eraseLater } from '../app/erasing.js';
import { t } from '../i18n/t.js';

/** How many results may be erased in a request. */
const MOST = 1_000;

/**
 * Erases results of bots once that cannot be undone any more, a request for a part of them; `erased` receives the ids of each part. If one
 * fails, another try goes on with those that are left.
 */
export function eraseResults(
  resultsByBot: ReadonlyMap<string, readonly string[]>,
  erased: (resultIds: readonly string[]) => void = () => undefined,
): void {
  const ids = [...resultsByBot.values()].flat();
  const left = [...resultsByBot].flatMap(([botId, all]) => partsOf(botId, all));
  eraseLater({
    words: t('1 result is being erased.|{count} results are being erased.', { count: ids.length }),
    ids,
    erase: async () => {
      for (let part = left[0]; part; part = left[0]) {
        await change(DeleteResults, { input: part });
        left.shift();
        erased(part.resultIds);
      }
    },
  });
}

function partsOf(botId: string, all: readonly string[]) {
  return all.flatMap((_id, at) =>
    at % MOST === 0 ? [{ botId, resultIds: all.slice(at, at + MOST) }] : [],
  );
}
