import { useMemo } from 'react';
import { useDraftState } from '../../draft/useDraft.js';
import type { Option } from './useOptions.js';

/** The variables of the flow, by name. */
export function useVariables(): readonly Option[] {
  const variables = useDraftState(({ flow }) => flow.variables);
  return useMemo(
    () =>
      variables
        .map(({ id, name }) => ({ value: id, label: String(name ?? id) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [variables],
  );
}
