import { type ReactNode, useState } from 'react';
import { useKinds } from '../blocks/BlockTypesProvider.js';
import { placeInWords } from '../blocks/issueWords.js';
import { useDraftState } from '../draft/useDraft.js';
import { Choice } from '../ui/Choice.js';
import type { Column } from './cells.js';
import type { Condition, Filter, Operator } from './resultFilter.js';
import { useSegmentWords } from './segmentWords.js';
import { t } from '../i18n/t.js';

const OPERATORS: readonly (readonly [Operator, string])[] = [
  ['contains', t('contains')],
  ['equals', t('is exactly')],
  ['given', t('is given')],
];

interface ConditionsProps {
  readonly filter: Filter;
  readonly columns: readonly Column[];
  readonly filterBy: (part: Partial<Filter>) => void;
}

/** What columns must hold, with a form that adds to it, and what a link from a figure selects; each can be removed. */
export function Conditions({ filter, columns, filterBy }: ConditionsProps): ReactNode {
  const { conditions, day, restsAtBlockId, reachedBlockId, segment, isUnansweredToo } = filter;
  const titleOf = useTitles();
  const { wordsOf: segmentWords } = useSegmentWords();
  return (
    <div className="tools conditions">
      {day === null ? null : (
        <Chip words={t('On {day}', { day })} remove={() => filterBy({ day: null })} />
      )}
      {restsAtBlockId === null ? null : (
        <Chip
          words={t('Left at {title}', { title: titleOf(restsAtBlockId) })}
          remove={() => filterBy({ restsAtBlockId: null })}
        />
      )}
      {reachedBlockId === null ? null : (
        <Chip
          words={t('Reached {title}', { title: titleOf(reachedBlockId) })}
          remove={() => filterBy({ reachedBlockId: null })}
        />
      )}
      {segment === null ? null : (
        <Chip words={segmentWords(segment)} remove={() => filterBy({ segment: null })} />
      )}
      {isUnansweredToo ? (
        <Chip
          words={t('Also without an answer')}
          remove={() => filterBy({ isUnansweredToo: false })}
        />
      ) : null}
      {conditions.map((one, at) => (
        <Chip
          key={at}
          words={wordsOf(one, columns)}
          remove={() => filterBy({ conditions: conditions.toSpliced(at, 1) })}
        />
      ))}
      <NewCondition
        columns={columns}
        add={(one) => filterBy({ conditions: [...conditions, one] })}
      />
    </div>
  );
}

/** What blocks are called, so that those of a group differ; one that the draft no longer has is named by its id. */
function useTitles(): (blockId: string) => string {
  const groups = useDraftState((state) => state.flow.groups);
  const kinds = useKinds();
  return (blockId) => {
    const group = groups.find(({ blocks }) => blocks.some(({ id }) => id === blockId));
    return group ? placeInWords({ groupId: group.id, blockId }, groups, kinds) : blockId;
  };
}

function Chip({
  words,
  remove,
}: {
  readonly words: string;
  readonly remove: () => void;
}): ReactNode {
  return (
    <span className="condition">
      {words}{' '}
      <button
        type="button"
        aria-label={t('Remove the filter: {words}', { words })}
        onClick={remove}
      >
        ×
      </button>
    </span>
  );
}

function NewCondition({
  columns,
  add,
}: {
  readonly columns: readonly Column[];
  readonly add: (condition: Condition) => void;
}): ReactNode {
  const [columnId, setColumnId] = useState('');
  const [operator, setOperator] = useState<Operator>('contains');
  const column = columns.find((one) => one.columnId === columnId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get('text') ?? '');
        const part = column && partOf(column);
        if (part) add({ ...part, operator, text });
        setColumnId('');
      }}
    >
      <Choice
        label={t('Filter by')}
        options={[
          ['', t('Filter by …')],
          ...columns.map(({ columnId: id, label }) => [id, label] as const),
        ]}
        value={columnId}
        choose={setColumnId}
      />
      {column ? (
        <>
          <Choice label={t('How')} options={OPERATORS} value={operator} choose={setOperator} />
          {operator === 'given' ? null : (
            <input name="text" required maxLength={1000} aria-label={t('Value')} autoFocus />
          )}
          <button>{t('Filter')}</button>
        </>
      ) : null}
    </form>
  );
}

/** What a column shows first: its variable, or else the answers to its block. */
function partOf({ variableIds, blockIds }: Column): Pick<Condition, 'of' | 'id'> | undefined {
  const [variableId] = variableIds;
  if (variableId !== undefined) return { of: 'variable', id: variableId };
  const [blockId] = blockIds;
  return blockId === undefined ? undefined : { of: 'answer', id: blockId };
}

function wordsOf({ id, operator, text }: Condition, columns: readonly Column[]): string {
  const column = columns.find(
    ({ variableIds, blockIds }) => variableIds.includes(id) || blockIds.includes(id),
  );
  const name = column?.label ?? id;
  const how = OPERATORS.find(([one]) => one === operator)?.[1];
  return operator === 'given' ? `${name} ${how}` : `${name} ${how} “${text}”`;
}
