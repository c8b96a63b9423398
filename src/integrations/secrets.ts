import type { EffectOrigin } from './effectOrigin.js';

/** Opens secrets of the workspace that owns a bot; undefined if there are none or the chat may not use them. */
export type OpenSecrets = (wanted: {
  readonly botId: string;
  readonly credentialsId: string;
  readonly reach: EffectOrigin['reach'];
}) => Promise<OpenSecret | undefined>;

/** An opened secret, only for calls to its service. */
export interface OpenSecret {
  readonly type: string;
  readonly data: unknown;
  /** Replaces the stored data, unless somebody else has changed it since it was opened. */
  save?(data: unknown): Promise<void>;
}

/** The credentials that an effect names. */
interface NamedCredentials {
  readonly type: string;
  readonly credentialsId: string | undefined;
}

/** Opens the credentials that an effect names. Rejects with `NO_CREDENTIALS`. */
export async function openNamed(
  openSecrets: OpenSecrets,
  { type, credentialsId }: NamedCredentials,
  { botId, reach }: EffectOrigin,
): Promise<OpenSecret> {
  if (botId === undefined || credentialsId === undefined) throw new Error(NO_CREDENTIALS);
  const found = await openSecrets({ botId, credentialsId, reach });
  if (found?.type !== type) throw new Error(NO_CREDENTIALS);
  return found;
}

/**
 * The message for missing credentials, for the author of the flow: they do not exist, have another type or shape, or this chat may not use
 * them.
 */
export const NO_CREDENTIALS = 'Its credentials are not there, or this chat may not use them';
