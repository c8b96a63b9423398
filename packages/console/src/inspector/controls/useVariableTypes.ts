import { DraftVariables, type DraftVariablesQuery } from '@parley/client/dashboard';
import { useMemo } from 'react';
import { useParams } from 'wouter';
import { useOfDraft } from '../../draft/useOfDraft.js';
import { t } from '../../i18n/t.js';

type VariableType = NonNullable<
  DraftVariablesQuery['bot']
>['draftVariables'][number]['valueTypes'][number];

/** Milliseconds after a change of the draft before its variables are read again. */
const PAUSE = 2_000;

/** What the variables of the draft hold, in words, by their ids; none for those that nothing sets. */
export function useVariableTypes(): ReadonlyMap<string, string> {
  const { botId = '' } = useParams<{ botId: string }>();
  const { data } = useOfDraft(DraftVariables, { botId }, PAUSE);
  const variables = data?.bot?.draftVariables;
  return useMemo(
    () =>
      new Map(
        variables?.flatMap(({ variableId, valueTypes }) =>
          variableId === null || valueTypes.length === 0
            ? []
            : [[variableId, valueTypes.map((type) => WORDS[type]).join(', ')] as const],
        ),
      ),
    [variables],
  );
}

const WORDS: Readonly<Record<VariableType, string>> = {
  TEXT: t('text'),
  NUMBER: t('number'),
  DATE: t('date'),
  TIME: t('time'),
  EMAIL: t('e-mail address'),
  PHONE_NUMBER: t('phone number'),
  URL: t('address'),
  FILE: t('file'),
  LIST: t('list'),
  ANY: t('any value'),
};
