import type { ChatStarted, JsonObject } from '@parley/client';
import { BranchChat, Preview } from '@parley/client/dashboard';
import { change, Refused } from '../app/change.js';
import { t } from '../i18n/t.js';
import { timeZone } from '../ui/timeZone.js';

/** How a chat begins. */
export interface TryOptions {
  readonly botId: string;
  /** The group to begin in; absent: where the flow begins. */
  readonly groupId?: string | undefined;
  /** The languages that the visitor reads; absent: the bot speaks its own. */
  readonly locale?: string | undefined;
  /** The stage whose values and credentials it has; absent: none. */
  readonly stage?: string | undefined;
  /** Values for variables, by their names. */
  readonly variables: JsonObject;
  /** The blocks before which it pauses. */
  readonly blockIds: readonly string[];
}

/** A turn of a chat after which another chat goes on. */
export interface Branch {
  readonly sessionId: string;
  readonly turn: number;
}

/** The preview that `startAhead` started, with its options as a key. */
let ahead: { readonly key: string; readonly started: Promise<ChatStarted> } | undefined;

/** Starts a preview for the first `startTry` with the same options. */
export function startAhead(options: TryOptions): void {
  ahead = { key: JSON.stringify(options), started: start(options) };
  // `startTry` starts another one where this one failed.
  ahead.started.catch(() => undefined);
}

/** Starts a preview of the stored draft, or takes the one that was started ahead. Throws `Refused`. */
export async function startTry(options: TryOptions): Promise<ChatStarted> {
  const known = ahead?.key === JSON.stringify(options) ? ahead : undefined;
  ahead = undefined;
  return known ? known.started.catch(async () => start(options)) : start(options);
}

/** How a preview begins at an address: `?from=` names the group, `?locale=` the languages. */
export function beginningIn(params: URLSearchParams): Pick<TryOptions, 'groupId' | 'locale'> {
  return { groupId: params.get('from') ?? undefined, locale: params.get('locale') ?? undefined };
}

async function start(options: TryOptions): Promise<ChatStarted> {
  const { botId, groupId, locale, stage, variables, blockIds } = options;
  const { startPreviewChat } = await change(Preview, {
    input: {
      botId,
      ...(groupId !== undefined && { startFrom: { type: 'group', groupId } }),
      ...(locale !== undefined && { locale }),
      ...(stage !== undefined && { stage }),
      ...(blockIds.length > 0 && { breakpoints: breakpointsAt(blockIds) }),
      prefilledVariables: variables,
      timeZone: timeZone(),
    },
  });
  if (!startPreviewChat.reply) throw new Refused(t('The chat did not start.'));
  // As REST sends it.
  return startPreviewChat.reply.raw as ChatStarted;
}

/** Starts a preview that is as a chat was after one of its turns. Its reply does not have the bot. Throws `Refused`. */
export async function branchTry(
  { sessionId, turn }: Branch,
  blockIds: readonly string[],
): Promise<Omit<ChatStarted, 'bot'>> {
  const breakpoints = breakpointsAt(blockIds);
  const { branchChat } = await change(BranchChat, { input: { sessionId, turn, breakpoints } });
  if (!branchChat.reply) throw new Refused(t('The chat did not start.'));
  // As REST sends it.
  const raw = branchChat.reply.raw as Omit<ChatStarted, 'bot'>;
  return { ...raw, sessionId: branchChat.reply.sessionId };
}

/** Breakpoints before blocks, as the server takes them. */
export function breakpointsAt(blockIds: readonly string[]): readonly object[] {
  return blockIds.map((blockId) => ({ type: 'block', blockId }));
}
