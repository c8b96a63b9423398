import { createHash } from 'node:crypto';
import { armFlowId, variantOf, type Arm, type RunningSplit } from '../storage/flowVariants.js';

/** A visitor as a split knows them. */
export interface Visitor {
  /** A text that is the same each time that they come. */
  readonly key: string;
  /** The flow with which their result began, if they have been here. */
  readonly flowId: string | undefined;
}

/**
 * The flow that a visitor runs. Who has been in an arm of the split stays in it while its version has one, in the phase of that time; others are
 * assigned.
 */
export function flowOfVisitor(split: RunningSplit, { key, flowId = '' }: Visitor): string {
  const { way, versionId } = variantOf(flowId) ?? {};
  const isKept = way === split.id && split.arms.some((arm) => arm.versionId === versionId);
  return isKept ? flowId : armFlowId(split, assignArm(split, key).versionId);
}

/**
 * The arm of a visitor: always the same for the same key and arms. It is the first to come of exponential waits, one an arm, each drawn by a
 * hash of split, visitor and version, so that the parts are those of the weights, and a change of a weight moves visitors only to or from
 * that arm (weighted rendezvous hashing, https://www.snia.org/sites/default/files/SDC15_presentations/dist_sys/Jason_Resch_New_Consistent_Hashings_Rev.pdf).
 */
export function assignArm({ id, arms }: Pick<RunningSplit, 'id' | 'arms'>, key: string): Arm {
  const waits = arms.map((arm) => -Math.log(drawn(`${id} ${key} ${arm.versionId}`)) / arm.weight);
  // A split has arms.
  return arms[waits.indexOf(Math.min(...waits))] as Arm;
}

/** A number above 0 and below 1 that follows from the text alone. */
function drawn(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return (hash.readUIntBE(0, 6) + 0.5) / 2 ** 48;
}
