import type { Choice } from '../../ui/Chooser.js';
import { t } from '../../i18n/t.js';
import { KindIcon } from './KindIcon.js';
import type { Kind, Kinds } from '../../blocks/kinds.js';

const FAMILIES = {
  BUBBLE: t('Say'),
  INPUT: t('Ask'),
  LOGIC: t('Decide'),
  INTEGRATION: t('Use a service'),
};
const FAMILY_ORDER = Object.keys(FAMILIES);

/** Recent kinds that are offered, at most. */
const MOST_RECENT = 4;
const RECENT = 'parley-recent-kinds';

/** The kinds of blocks that can be added: those that were added last in this browser, then the others by families. */
export function kindChoices(kinds: Kinds): readonly Choice[] {
  const recent = recentKinds();
  const place = ({ type, category }: Kind): number =>
    recent.includes(type) ? recent.indexOf(type) - MOST_RECENT : FAMILY_ORDER.indexOf(category);
  return [...kinds.values()]
    .filter(({ isDeprecated }) => !isDeprecated)
    .sort((one, other) => place(one) - place(other))
    .map((kind) => ({
      ...{ id: kind.type, label: kind.label, help: kind.help, words: kind.searchWords },
      icon: <KindIcon kind={kind} />,
      section: recent.includes(kind.type) ? t('Recent') : FAMILIES[kind.category],
    }));
}

function recentKinds(): readonly string[] {
  return (localStorage.getItem(RECENT) ?? '').split('\n').slice(0, MOST_RECENT);
}

/** Remembers that a kind was added. */
export function rememberKind(type: string): void {
  const others = recentKinds().filter((one) => one !== type);
  localStorage.setItem(RECENT, [type, ...others].join('\n'));
}
