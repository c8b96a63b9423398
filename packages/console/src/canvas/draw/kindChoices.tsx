import type { Choice } from '../../ui/Chooser.js';
import { t } from '../../i18n/t.js';
import { KindIcon } from './KindIcon.js';
import type { Kinds } from '../model/kinds.js';

const FAMILIES = {
  BUBBLE: t('Say'),
  INPUT: t('Ask'),
  LOGIC: t('Decide'),
  INTEGRATION: t('Use a service'),
};
const FAMILY_ORDER = Object.keys(FAMILIES);

/** The kinds of blocks that can be added, by families. */
export function kindChoices(kinds: Kinds): readonly Choice[] {
  return [...kinds.values()]
    .filter(({ isDeprecated }) => !isDeprecated)
    .sort((a, b) => FAMILY_ORDER.indexOf(a.category) - FAMILY_ORDER.indexOf(b.category))
    .map((kind) => ({
      ...{ id: kind.type, label: kind.label, help: kind.help, words: kind.searchWords },
      icon: <KindIcon kind={kind} />,
      section: FAMILIES[kind.category],
    }));
}
