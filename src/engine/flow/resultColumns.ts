import { linkedVariableId } from './linkedVariable.js';
import { kindOf } from '../blocks/index.js';
import type { FlowDefinition } from './flow.js';
import type { ResultsTablePreferences } from '../documents/botMembers.js';

/** A column of a table of results: the answers to an input, or the values of a variable. */
export interface ResultColumn {
  readonly id: string;
  readonly label: string;
  /** The inputs whose answers it shows; the last answer counts. */
  readonly blockIds: readonly string[];
  /** The variables whose value it shows; a result without such a value shows its answers instead. */
  readonly variableIds: readonly string[];
  readonly blockType: string | null;
  readonly isVisible: boolean;
  /** Whether it stays in sight when the table is scrolled. */
  readonly isPinned: boolean;
  /** In px. */
  readonly width: number | null;
}

/**
 * The columns of a flow's results: inputs in the order of the flow, where inputs that fill the same variable share one
 * column, then the other variables; arranged by the bot's preferences, with columns that the preferences do not name at
 * the end.
 */
export function resultColumns(
  { groups, variables }: Pick<FlowDefinition, 'groups' | 'variables'>,
  preferences?: ResultsTablePreferences | null,
): ResultColumn[] {
  const columns = inputColumns({ groups, variables });
  for (const { id, name, isSessionVariable } of variables) {
    if (isSessionVariable === true || columns.has(id)) continue;
    columns.set(id, { label: name, blockIds: [], variableIds: [id], type: null });
  }
  return arranged(columns, preferences);
}

function inputColumns({
  groups,
  variables,
}: Pick<FlowDefinition, 'groups' | 'variables'>): Map<string, Known> {
  const columns = new Map<string, Known>();
  const named = new Map(variables.map(({ id, name }) => [id, name]));
  const taken = new Map<string, number>();
  const inputs = groups.flatMap(({ title, blocks }) =>
    blocks
      .filter(({ type }) => kindOf(type).family === 'input')
      .map((block) => ({ title, block, variableId: linkedVariableId(block) ?? '' })),
  );
  for (const { title, block, variableId } of inputs) {
    const name = named.get(variableId);
    const id = name === undefined ? block.id : variableId;
    const known = columns.get(id);
    if (known) {
      known.blockIds.push(block.id);
      continue;
    }
    const variableIds = name === undefined ? [] : [variableId];
    const label = name ?? numbered(title, taken);
    columns.set(id, { label, blockIds: [block.id], variableIds, type: block.type });
  }
  return columns;
}

interface Known {
  readonly label: string;
  readonly blockIds: string[];
  readonly variableIds: string[];
  readonly type: string | null;
}

/** Adds a number to the titles of inputs of one group that fill no variable. */
function numbered(title: string, taken: Map<string, number>): string {
  const count = (taken.get(title) ?? 0) + 1;
  taken.set(title, count);
  return count === 1 ? title : `${title} (${count - 1})`;
}

function arranged(
  columns: ReadonlyMap<string, Known>,
  preferences: ResultsTablePreferences | null | undefined,
): ResultColumn[] {
  const {
    columnsOrder = [],
    columnsVisibility = {},
    columnsWidth = {},
    columnsPinned = [],
  } = preferences ?? {};
  const places = new Map(columnsOrder.map((id, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? columnsOrder.length;
  const pinned = new Set(columnsPinned);
  return [...columns]
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([id, { type: blockType, ...rest }]) => {
      const width = columnsWidth[id] ?? null;
      const isVisible = columnsVisibility[id] ?? true;
      const isPinned = pinned.has(id);
      return { id, ...rest, blockType, isVisible, isPinned, width };
    });
}
