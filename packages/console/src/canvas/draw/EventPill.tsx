import type { Node, NodeProps } from '@xyflow/react';
import type { FlowPart } from '@parley/client';
import { memo, type ReactNode } from 'react';
import { outletOf, SIZES } from '../model/plan.js';
import { Outlet } from './GroupBox.js';

/** An event for React Flow. */
export type EventNode = Node<{ readonly event: FlowPart }, 'flowEvent'>;

/** Where a flow is entered. */
export const EventPill = memo(function EventPill({
  data: { event },
  selected,
}: NodeProps<EventNode>): ReactNode {
  return (
    <div className={selected ? 'event picked' : 'event'} style={SIZES.event}>
      {wordsOf(String(event['type']))}
      <Outlet id={outletOf({ eventId: event.id })} y={SIZES.event.height / 2} />
    </div>
  );
});

/** The name of a kind of event for people, such as "Command". */
function wordsOf(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
