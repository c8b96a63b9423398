/** What fixes do, for people; `{name}` stands for a name of the flow. Clients that speak another language translate these. */
export const FIX_TITLES = {
  beginWith: 'Begin with group "{name}"',
  createNamed: 'Create the variable "{name}"',
  createVariable: 'Create a variable for it',
  exchangeLimits: 'Exchange the two limits',
  forgetEdge: 'Remove what is left of the edge',
  leadToBeginning: 'Lead to the beginning of the group',
  removeBlock: 'Remove the block',
  removeEdge: 'Remove the edge',
  removeItem: 'Remove the item',
  removeVariable: 'Remove the variable "{name}"',
  writeName: 'Write {{{name}}}',
} as const;

/** A title with the name that it is about. */
export function titleWith(title: string, name: string): string {
  return title.replace('{name}', () => name);
}
