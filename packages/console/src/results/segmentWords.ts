import type { SegmentSource } from '@parley/client/dashboard';
import { useDraftState } from '../draft/useDraft.js';
import { CHANNELS, isChannel } from '../ui/channels.js';
import type { SegmentMatch } from './resultFilter.js';
import { t } from '../i18n/t.js';

/** By what results are counted apart. */
type By = Pick<SegmentMatch, 'source' | 'variableId'>;

/** A value of a segment for people. */
export function valueInWords(
  source: SegmentSource,
  { value, isOther }: Pick<SegmentMatch, 'value' | 'isOther'>,
): string {
  if (isOther) return t('All others');
  if (value === null) return t('Without a value');
  return source === 'CHANNEL' && isChannel(value) ? CHANNELS[value] : value;
}

/** Names segments and their values; a variable that the draft no longer has is named by its id. */
export function useSegmentWords() {
  const variables = useDraftState((state) => state.flow.variables);
  const nameOf = ({ source, variableId }: By): string => {
    if (source === 'CHANNEL') return t('Channel');
    return String(variables.find(({ id }) => id === variableId)?.['name'] ?? variableId);
  };
  const wordsOf = (match: SegmentMatch): string =>
    `${nameOf(match)}: ${valueInWords(match.source, match)}`;
  return { nameOf, wordsOf };
}
