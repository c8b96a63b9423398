import { randomText } from './newId.js';

/**
 * The flow of a version as a stage or an arm of a split runs it: a row of its own in `flow`, so that everything that names a flow (results,
 * counts, the log) tells these chats from others. Its id is `<way>/<part>/<version>`, where the way is `@<stage>` or the id of a split.
 */
export interface FlowVariant {
  readonly way: string;
  readonly versionId: string;
}

/** A split that runs, in its present phase. */
export interface RunningSplit {
  readonly id: string;
  readonly phase: number;
  readonly arms: readonly Arm[];
}

/** A part of a split: at least one of its arms has a weight above 0. */
export interface Arm {
  readonly versionId: string;
  readonly weight: number;
}

/** What the id of a flow says; undefined for the flow of a version itself. */
export function variantOf(flowId: string): FlowVariant | undefined {
  const [way, , versionId] = flowId.split('/');
  return way !== undefined && versionId !== undefined ? { way, versionId } : undefined;
}

/** The name of the stage in the id of a flow; null where it is not of a stage, and of no flow. */
export function stageOf(flowId: string | undefined): string | null {
  const { way = '' } = variantOf(flowId ?? '') ?? {};
  return way.startsWith('@') ? way.slice(1) : null;
}

/** SQL: whether results or counts are of live chats. The column is `flow_id`. */
export const IS_LIVE = "not starts_with(flow_id, '@')";

/** Patterns of `like` for the flow ids of a version in live chats, alone and in splits. */
export function flowsOfVersion({ flowId, id }: { flowId: string; id: string }): string[] {
  return [flowId, `spl%/${id}`];
}

/** What the flow ids of a stage begin with. */
export function startOfStage(name: string): string {
  return `@${name}/`;
}

/** The parts of the address of a stage: `<public id>@<stage>`; undefined for that of a bot. */
export function stageIn(
  address: string,
): { readonly publicId: string; readonly stage: string } | undefined {
  const [publicId = '', stage] = address.split('@', 2);
  return stage === undefined ? undefined : { publicId, stage };
}

/** A new id of the flow of a stage. */
export function stageFlowId(name: string, versionId: string): string {
  return `@${name}/${randomText(8)}/${versionId}`;
}

/** A phase of a split. */
type Phase = Pick<RunningSplit, 'id' | 'phase'>;

/** A phase as the row of its bot names it: `<split>/<phase>`. */
export function phaseName({ id, phase }: Phase): string {
  return `${id}/${phase}`;
}

/** The phase that a row names. */
export function phaseIn(name: string): Phase {
  const slash = name.indexOf('/');
  return { id: name.slice(0, slash), phase: Number(name.slice(slash + 1)) };
}

/** The id of the flow of an arm of a split. */
export function armFlowId(phase: Phase, versionId: string): string {
  return `${phaseName(phase)}/${versionId}`;
}
