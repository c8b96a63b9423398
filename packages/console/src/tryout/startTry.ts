import type { ChatStarted, JsonObject } from '@parley/client';
import { Preview } from '@parley/client/dashboard';
import { change, Refused } from '../app/change.js';

/** Where a chat begins, and with what. */
export interface TryOptions {
  readonly botId: string;
  /** The group to begin in; absent: where the flow begins. */
  readonly groupId?: string | undefined;
  /** Values for variables, by their names. */
  readonly variables: JsonObject;
}

/** Starts a preview of the stored draft. Throws `Refused`. */
export async function startTry({ botId, groupId, variables }: TryOptions): Promise<ChatStarted> {
  const { startPreviewChat } = await change(Preview, {
    input: {
      botId,
      ...(groupId !== undefined && { startFrom: { type: 'group', groupId } }),
      prefilledVariables: variables,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
  if (!startPreviewChat.reply) throw new Refused('The chat did not start.');
  // As REST sends it.
  return startPreviewChat.reply.raw as ChatStarted;
}
