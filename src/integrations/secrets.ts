import type { EffectOrigin } from '../chat/ports.js';

/** Opens secrets of the workspace that owns a bot; undefined when there are none, or the chat may not use them. */
export type OpenSecrets = (wanted: {
  readonly botId: string;
  readonly credentialsId: string;
  readonly reach: EffectOrigin['reach'];
}) => Promise<OpenSecret | undefined>;

/** An opened secret, for calls to its service alone. */
interface OpenSecret {
  readonly type: string;
  readonly data: unknown;
  /** Stores other data in its place, unless somebody else changed it since it was opened. */
  save?(data: unknown): Promise<void>;
}
