import { BotForms } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../../app/server.js';
import { useDraft, useDraftState } from '../../draft/useDraft.js';
import { Loading } from '../../ui/Loading.js';
import { Notice } from '../../ui/Notice.js';
import { FieldList } from '../FieldList.js';
import { FormContext } from '../formContext.js';
import { patchOf } from '../../blocks/formModel.js';
import { useSaidIssues } from '../../blocks/IssuesProvider.js';
import { useFieldTree } from '../useFieldTree.js';
import { t } from '../../i18n/t.js';

const NONE = [] as const;

/** The form of the theme or of the settings of the bot. */
export function DocumentForm({ part }: { readonly part: 'theme' | 'settings' }): ReactNode {
  const draft = useDraft();
  const { data, fault } = useData(BotForms, {}, { isFixed: true });
  const document = useDraftState(({ flow }) => flow[part]);
  const fields = (part === 'theme' ? data?.themeFields : data?.settingFields) ?? NONE;
  const nodes = useFieldTree(fields);
  const issues = useSaidIssues().filter(
    ({ blockId, groupId }) => blockId === null && groupId === null,
  );
  if (!data || !nodes)
    return fault ? <Notice title={t('The form cannot be shown')} text={fault} /> : <Loading />;
  return (
    <FormContext
      value={{
        document,
        fields,
        issues,
        set(keys, value) {
          const patch = patchOf(document, keys, value);
          draft.edit([part === 'theme' ? { setTheme: { patch } } : { setSettings: { patch } }]);
        },
      }}
    >
      <form className="form" onSubmit={(event) => event.preventDefault()}>
        <FieldList nodes={nodes} places={[]} />
      </form>
    </FormContext>
  );
}
