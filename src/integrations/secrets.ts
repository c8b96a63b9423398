import type { EffectOrigin } from '../chat/ports.js';

/** Opens secrets of the workspace that owns a bot; undefined when there are none, or the chat may not use them. */
export type OpenSecrets = (wanted: {
  readonly botId: string;
  readonly credentialsId: string;
  readonly reach: EffectOrigin['reach'];
}) => Promise<{ readonly type: string; readonly data: unknown } | undefined>;
