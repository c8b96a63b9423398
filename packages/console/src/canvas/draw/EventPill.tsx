import type { Node, NodeProps } from '@xyflow/react';
import type { FlowPart } from '@parley/client';
import { memo, type ReactNode } from 'react';
import { outletOf, SIZES } from '../model/plan.js';
import { eventInWords } from '../model/textOf.js';
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
      {eventInWords(event)}
      <Outlet id={outletOf({ eventId: event.id })} y={SIZES.event.height / 2} />
    </div>
  );
});
