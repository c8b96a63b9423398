import type { Flow } from './flow.js';

/** Remembers what was found out about a flow for as long as the flow is kept: a flow never changes. */
export function oncePerFlow<T>(find: (flow: Flow) => T): (flow: Flow) => T {
  const known = new WeakMap<Flow, { readonly found: T }>();
  return (flow) => {
    const { found } = known.get(flow) ?? { found: find(flow) };
    known.set(flow, { found });
    return found;
  };
}
