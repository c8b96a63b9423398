/** Which parts of the flow are selected: groups, or one block (perhaps one of its items), or one edge. */
export interface Picked {
  /** The groups; that of the block, if a block is selected. */
  readonly groupIds: readonly string[];
  readonly blockId?: string | undefined;
  /** Other blocks that are selected with it. */
  readonly moreBlockIds?: readonly string[] | undefined;
  readonly itemId?: string | undefined;
  readonly edgeId?: string | undefined;
}

/** The blocks that are selected, the one that was selected last first. */
export function pickedBlocks({ blockId, moreBlockIds = [] }: Picked): readonly string[] {
  return blockId === undefined ? [] : [blockId, ...moreBlockIds];
}

/** What is selected after a block is added to the selected ones, or taken from them. */
export function withBlock(picked: Picked, id: string): Partial<Picked> {
  const before = pickedBlocks(picked);
  const rest = before.filter((one) => one !== id);
  return blocksPicked(rest.length < before.length ? rest : [id, ...before]);
}

/** Several blocks as a selection. */
export function blocksPicked([blockId, ...moreBlockIds]: readonly string[]): Partial<Picked> {
  return blockId === undefined ? {} : { blockId, moreBlockIds };
}

/** The selection of this window, which no change of the flow depends on. */
export interface Selection extends Picked {
  /** Selects other parts; without any, nothing. The group of a block need not be named. */
  select(parts: Partial<Picked>): void;
}
