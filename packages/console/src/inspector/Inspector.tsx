import type { FlowGroup, FlowPart } from '@parley/client';
import type { KeyboardEvent, ReactNode } from 'react';
import { iconOf } from '../canvas/draw/KindIcon.js';
import { findBlock } from '../canvas/flowModel.js';
import { notesOf } from '../canvas/model/notes.js';
import { blockInWords } from '../canvas/model/textOf.js';
import { pickedBlocks } from '../canvas/picked.js';
import { useSelection } from '../canvas/selection.js';
import { useDraft, useDraftState } from '../draft/useDraft.js';
import { ChatHere } from './ChatHere.js';
import { Theirs } from './controls/Theirs.js';
import { FieldList } from './FieldList.js';
import { FormContext } from './formContext.js';
import { blockEdit } from '../blocks/formModel.js';
import { Issues } from './Issues.js';
import { NoteForm } from './NoteForm.js';
import { PartActions } from './PartActions.js';
import { useSaidIssues, useTouch } from '../blocks/IssuesProvider.js';
import { FlowProblems } from './FlowProblems.js';
import { SaidBefore } from './SaidBefore.js';
import { SeveralBlocks, SeveralGroups } from './Several.js';
import { AiSpending } from './AiSpending.js';
import { HttpTest } from './special/HttpTest.js';
import { NO_FIELDS, useFieldsOf, useKinds } from '../blocks/BlockTypesProvider.js';
import { useFieldTree } from './useFieldTree.js';
import { typedIn, useTyped } from '../ui/useTyped.js';
import { ForEditors } from '../draft/ForEditors.js';
import { WithCode } from '../ui/WithCode.js';
import { t } from '../i18n/t.js';

/** The panel beside the canvas: the form of what is selected there. */
export function Inspector(): ReactNode {
  const { groupIds, blockId, select } = useSelection();
  const touch = useTouch();
  const isNothing = groupIds.length === 0 && blockId === undefined;
  return (
    <aside
      className={isNothing ? 'inspector nothing' : 'inspector'}
      aria-label={t('Inspector')}
      data-of={blockId}
      onInput={() => {
        if (blockId !== undefined) touch(blockId);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) goToCanvas(event);
      }}
    >
      <button type="button" className="back" onClick={() => select({})}>
        {t('‹ Flow')}
      </button>
      <Selected />
    </aside>
  );
}

/** Gives the keys to the canvas again. Code has Escape for itself. */
function goToCanvas({ target }: KeyboardEvent): void {
  const isCode = target instanceof Element && target.closest('.cm-editor') !== null;
  if (!isCode) document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
}

function Selected(): ReactNode {
  const selection = useSelection();
  const flow = useDraftState((state) => state.flow);
  const blocks = pickedBlocks(selection).flatMap((id) => findBlock(flow, id)?.block ?? []);
  const ids = new Set(selection.groupIds);
  const groups = flow.groups.filter(({ id }) => ids.has(id));
  const [block] = blocks;
  const [group] = groups;
  const key = (block ? blocks : groups).map(({ id }) => id).join(' ');
  const [note] = block || group ? [] : notesOf(flow).filter(({ id }) => ids.has(id));
  if (note) {
    return (
      <ForEditors key={note.id}>
        <NoteForm note={note} />
      </ForEditors>
    );
  }
  if (!block && !group) return <Overview />;
  return <Form key={key} {...{ blocks, groups }} />;
}

/** The form of what is selected: of blocks, or else of groups. */
function Form({
  blocks,
  groups,
}: {
  readonly blocks: readonly FlowPart[];
  readonly groups: readonly FlowGroup[];
}): ReactNode {
  const [block] = blocks;
  const [group] = groups;
  if (blocks.length > 1 || (!block && groups.length > 1)) {
    return (
      <ForEditors>
        {block ? <SeveralBlocks blocks={blocks} /> : <SeveralGroups groups={groups} />}
      </ForEditors>
    );
  }
  if (block) return <BlockForm block={block} />;
  return group ? <GroupForm group={group} /> : null;
}

/** Nothing is selected: what is wrong with the flow. */
function Overview(): ReactNode {
  const isEmpty = useDraftState(({ flow }) => flow.groups.length === 0);
  if (isEmpty) return <FirstSteps />;
  return (
    <>
      <header className="inspectorHead">
        <h2>{t('Problems')}</h2>
      </header>
      <FlowProblems />
    </>
  );
}

/** What the buttons say that the first steps name. */
const BUTTONS = { add: t('+ Add'), try: t('Try it'), publish: t('Publish') };

/** What to do with a flow that has nothing but its start. */
function FirstSteps(): ReactNode {
  return (
    <>
      <header className="inspectorHead">
        <h2>{t('Begin here')}</h2>
      </header>
      <ol className="firstSteps">
        <li>
          {t(
            'Press “{add}” below the canvas, and choose “Text”: what the bot says first. Write it in the form that opens here.',
            BUTTONS,
          )}
        </li>
        <li>{t('Press “{add}” again, and choose a question: visitors answer it.', BUTTONS)}</li>
        <li>{t('Drag from the circle beside a block to an empty place: what comes next.')}</li>
        <li>
          {t(
            'Press “{try}” to chat with the bot, and “{publish}” when it is ready for others.',
            BUTTONS,
          )}
        </li>
      </ol>
      <p className="help">
        {t('Keys: / adds a block, Enter goes to its form, Escape back to the flow, C connects.')}
      </p>
    </>
  );
}

/** The form of a block. */
function BlockForm({ block }: { readonly block: FlowPart }): ReactNode {
  const draft = useDraft();
  const kind = useKinds().get(String(block['type']));
  const fields = useFieldsOf(block['type']);
  const all = useSaidIssues();
  const nodes = useFieldTree(fields);
  const issues = all.filter((issue) => issue.blockId === block.id);
  if (!kind) return null;
  // What no field of the form shows.
  const others = issues.filter(({ path }) => path === null);
  return (
    <FormContext
      value={{
        document: block,
        fields,
        issues,
        blockType: kind.type,
        set: (keys, value) => draft.edit([blockEdit(block, keys, value)]),
      }}
    >
      <header className="inspectorHead">
        <span className="kindIcon" style={iconOf(kind)} />
        <h2>{kind.label}</h2>
      </header>
      <p className="help">
        <WithCode text={kind.help} />
      </p>
      {kind.category === 'INPUT' ? <SaidBefore block={block} /> : null}
      <ForEditors>
        <Issues issues={others} />
        <form
          aria-busy={fields === NO_FIELDS || !nodes}
          onSubmit={(event) => event.preventDefault()}
        >
          <FieldList nodes={nodes ?? []} places={[]} />
          {kind.usesAi ? <AiSpending /> : null}
          {kind.responsePath === null ? null : <HttpTest path={kind.responsePath} />}
        </form>
      </ForEditors>
      <ChatHere key={block.id} partId={block.id} />
      <ForEditors>
        <PartActions />
      </ForEditors>
    </FormContext>
  );
}

/** The title of a group, and its blocks to go on to. */
function GroupForm({ group }: { readonly group: FlowGroup }): ReactNode {
  const draft = useDraft();
  const kinds = useKinds();
  const { select } = useSelection();
  const issues = useSaidIssues().filter(
    ({ groupId, blockId }) => groupId === group.id && blockId === null,
  );
  const typed = useTyped(String(group['title'] ?? ''), (title) =>
    draft.edit([{ renameGroup: { groupId: group.id, title } }]),
  );
  return (
    <>
      <header className="inspectorHead">
        <h2>{t('Group')}</h2>
      </header>
      <ForEditors>
        <div className="field">
          <label htmlFor="groupTitle">{t('Title')}</label>
          <input id="groupTitle" {...typedIn(typed)} />
          <Theirs typed={typed} />
        </div>
        <Issues issues={issues} />
      </ForEditors>
      <ol className="blocksOf">
        {group.blocks.map((block) => (
          <li key={block.id}>
            <button type="button" onClick={() => select({ blockId: block.id })}>
              {blockInWords(block, kinds)}
            </button>
          </li>
        ))}
      </ol>
      <ChatHere key={group.id} partId={group.id} />
      <ForEditors>
        <PartActions />
      </ForEditors>
    </>
  );
}
