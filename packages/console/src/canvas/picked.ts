/** Which parts of the flow are selected: groups, or one block (perhaps one of its items), or one edge. */
export interface Picked {
  /** The groups; that of the block, if a block is selected. */
  readonly groupIds: readonly string[];
  readonly blockId?: string | undefined;
  readonly itemId?: string | undefined;
  readonly edgeId?: string | undefined;
}

/** The selection of this window, which no change of the flow depends on. */
export interface Selection extends Picked {
  /** Selects other parts; without any, nothing. The group of a block need not be named. */
  select(parts: Partial<Picked>): void;
}
