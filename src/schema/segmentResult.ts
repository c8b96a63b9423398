import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** As what a result is counted in a segment. Written in `storage/segmentCounts.ts`. */
@Entity({ tableName: 'segment_result' })
export class SegmentResult {
  [PrimaryKeyProp]?: ['segmentId', 'resultId'];

  @PrimaryKey({ type: 'text', collation: 'C' }) segmentId: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) resultId: string;

  /** A value after `=`; empty without one; `*` for values that have no count of their own. */
  @Property({ type: 'text' }) value: string;
  @Property({ type: 'boolean' }) hasStarted: boolean;
  @Property({ type: 'boolean' }) isCompleted: boolean;
}
