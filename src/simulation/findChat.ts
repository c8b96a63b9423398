import { openSlices } from '../eventLoop/slices.js';
import { exploredTurns } from './explore.js';
import { ownVisits } from './ownVisits.js';
import type { ExploredBot, Played } from './playMove.js';
import { openSearch, scriptOf } from './search.js';
import { showChat, type ShownChat } from './shownChat.js';

/** A chat that comes to a place. */
export interface FoundChat extends ShownChat {
  /** Whether something outside was answered with a sample on the way. */
  readonly isSampled: boolean;
}

/** What is looked for, and for how long. */
export interface FindChat {
  /** The id of a group or block. */
  readonly partId: string;
  /** The most turns to take. */
  readonly most: number;
  /** The bot for the time in which the chat that was found is made shorter. */
  readonly shortening: () => ExploredBot;
}

/**
 * Explores a flow until a chat comes to a group or block, and makes that chat as short as it can; undefined if none comes there. What it
 * finds depends on the flow, the seed and the number of turns alone, unless the bot's time is over before.
 */
export async function findChat(
  bot: ExploredBot,
  { partId, most, shortening }: FindChat,
): Promise<FoundChat | undefined> {
  const comesThere = ({ trace }: Played): boolean =>
    ownVisits(bot.flow, trace).some(
      ({ visit: { groupId, blockId } }) => groupId === partId || blockId === partId,
    );
  const search = openSearch(bot);
  const endSlice = openSlices();
  for await (const { played, next } of exploredTurns(search)) {
    if (bot.isOver()) return undefined;
    if (comesThere(played)) {
      const sought = {
        ...scriptOf(next),
        name: `A chat comes to ${titleOf(bot, partId)}`,
        isFound: (_before: unknown, turn: Played) => comesThere(turn),
      };
      const { isSampled } = next.chat;
      return { isSampled, ...(await showChat(shortening(), sought, endSlice)) };
    }
    if (search.turns >= most) return undefined;
    await endSlice();
  }
  return undefined;
}

function titleOf({ flow }: ExploredBot, partId: string): string {
  const place = flow.block(partId);
  const group = place?.group ?? flow.group(partId);
  return `"${group?.title}"${place ? ` (${place.block.type})` : ''}`;
}
