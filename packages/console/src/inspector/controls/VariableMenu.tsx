import { randomKey } from '@parley/client';
import { useDraft } from '../../draft/useDraft.js';
import { type Menu, useMenu } from '../../ui/useMenu.js';
import { found } from '../templates.js';
import { useVariables } from './useVariables.js';
import { t } from '../../i18n/t.js';

/** A list of the variables that fit a search, below a field, which also makes a new one; without a search it is closed. */
export function useVariableMenu(
  id: string,
  search: string | undefined,
  take: (name: string) => void,
): Menu {
  const draft = useDraft();
  const variables = useVariables();
  const name = search?.trim() ?? '';
  const fitting = search === undefined ? [] : found(variables, search).slice(0, 8);
  const isNew = name !== '' && !variables.some(({ label }) => label === name);
  const known = fitting.map(({ label }) => ({ key: label, label, take: () => take(label) }));
  const made = {
    key: name,
    label: t('New variable “{name}”', { name }),
    take() {
      draft.edit([{ setVariable: { variable: { id: randomKey(), name } } }]);
      take(name);
    },
  };
  return useMenu({ id, label: t('Variables'), search, entries: isNew ? [...known, made] : known });
}
