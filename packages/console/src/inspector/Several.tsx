import type { FlowGroup, FlowPart } from '@parley/client';
import type { ReactNode } from 'react';
import { useDraft } from '../draft/useDraft.js';
import { useFieldsOf, useKinds } from '../blocks/BlockTypesProvider.js';
import { FieldList } from './FieldList.js';
import { FormContext } from './formContext.js';
import { blockEdit, commonNodes, isMixed } from '../blocks/formModel.js';
import { useFieldTree } from './useFieldTree.js';
import { typedIn, useTyped } from '../ui/useTyped.js';
import { t } from '../i18n/t.js';

/** What several blocks of one kind have in common: what is changed is changed in all of them, as one step. */
export function SeveralBlocks({ blocks }: { readonly blocks: readonly FlowPart[] }): ReactNode {
  const draft = useDraft();
  const [document = { id: '' }, ...others] = blocks;
  const kind = useKinds().get(String(document['type']));
  const fields = useFieldsOf(document['type']);
  const nodes = commonNodes(useFieldTree(fields) ?? []);
  if (!kind) return null;
  if (others.some(({ type }) => type !== kind.type)) {
    return (
      <p className="empty">
        {t(
          '{count} blocks of different kinds are selected. Select blocks of one kind to change them together.',
          { count: blocks.length },
        )}
      </p>
    );
  }
  return (
    <FormContext
      value={{
        ...{ document, others, fields, issues: [], blockType: kind.type },
        set: (keys, value) => draft.edit(blocks.map((block) => blockEdit(block, keys, value))),
      }}
    >
      <header className="inspectorHead">
        <h2>
          {blocks.length} × {kind.label}
        </h2>
      </header>
      <p className="help">{t('What you change here is changed in all of them.')}</p>
      <form onSubmit={(event) => event.preventDefault()}>
        <FieldList nodes={nodes} places={[]} />
      </form>
    </FormContext>
  );
}

/** The title of several groups. */
export function SeveralGroups({ groups }: { readonly groups: readonly FlowGroup[] }): ReactNode {
  const draft = useDraft();
  const isDifferent = isMixed(groups, ['title']);
  const title = isDifferent ? '' : String(groups[0]?.['title'] ?? '');
  const typed = useTyped(title, (next) =>
    draft.edit(groups.map(({ id }) => ({ renameGroup: { groupId: id, title: next } }))),
  );
  return (
    <>
      <header className="inspectorHead">
        <h2>{t('{count} groups', { count: groups.length })}</h2>
      </header>
      <div className="field">
        <label htmlFor="groupTitles">{t('Title of all of them')}</label>
        <input
          id="groupTitles"
          placeholder={isDifferent ? t('Mixed') : undefined}
          {...typedIn(typed)}
        />
      </div>
    </>
  );
}
