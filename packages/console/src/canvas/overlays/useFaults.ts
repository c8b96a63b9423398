import type { Flow } from '@parley/client';
import { useMemo } from 'react';
import { useIssues } from '../../blocks/IssuesProvider.js';
import type { Fault } from '../draw/board.js';

/** What is wrong at parts of the flow, in its order, and by the group that each is in. */
export function useFaults(flow: Flow): {
  readonly faults: readonly Fault[];
  readonly faultsByGroup: ReadonlyMap<string, readonly Fault[]>;
} {
  const issues = useIssues();
  return useMemo(() => {
    const groupOf = new Map(
      flow.groups.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id] as const)),
    );
    const faultsByGroup = new Map<string, Fault[]>();
    for (const fault of issues) {
      const groupId = fault.groupId ?? groupOf.get(fault.blockId ?? '');
      if (groupId === undefined) continue;
      const here = faultsByGroup.get(groupId);
      if (here) here.push(fault);
      else faultsByGroup.set(groupId, [fault]);
    }
    const faults = flow.groups.flatMap(({ id }) => faultsByGroup.get(id) ?? []);
    return { faults, faultsByGroup };
  }, [issues, flow.groups]);
}
