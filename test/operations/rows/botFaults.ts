import type { Refused } from './row.js';

const graphCoordinates = { x: 0, y: 0 };
const groupOf = (block: object) => [{ id: 'g', title: 'G', graphCoordinates, blocks: [block] }];

const creating = (bot: unknown, path: string, reason = 'VALIDATION'): Refused => {
  return [{ workspaceId: '$workspaceId', bot }, reason, path];
};
const changing = (bot: unknown, path: string, reason = 'VALIDATION'): Refused => {
  return [{ botId: '$botId', bot }, reason, path];
};

/** Bots that cannot be created. */
export const refusedBots: readonly Refused[] = [
  [{ bot: {} }, 'VALIDATION', 'workspaceId'],
  [{ workspaceId: '$workspaceId' }, 'VALIDATION', 'bot'],
  [{ workspaceId: 'wks_none', bot: {} }, 'WORKSPACE_NOT_FOUND'],
  creating({ name: null }, 'bot.name'),
  creating({ publicId: 'two words' }, 'bot.publicId'),
  creating({ publicId: '' }, 'bot.publicId'),
  creating({ publicId: 'x'.repeat(256) }, 'bot.publicId'),
  creating({ publicId: '$publicId' }, 'bot.publicId', 'PUBLIC_ID_TAKEN'),
  creating({ customDomain: 'nowhere' }, 'bot.customDomain'),
  creating({ events: [] }, 'bot.events.0'),
  creating({ groups: groupOf({ id: 'b', type: 'weird' }) }, 'bot.groups.0.blocks.0.type'),
  creating({ edges: [{ id: 'e', from: {}, to: { groupId: 'g' } }] }, 'bot.edges.0.from'),
  creating({ variables: [{ id: 'v', name: 'V', value: 5 }] }, 'bot.variables.0.value'),
  creating({ theme: { chat: { container: { opacity: 2 } } } }, 'bot.theme.chat.container.opacity'),
  creating(
    { settings: { typingEmulation: { delayBetweenBubbles: 6 } } },
    'bot.settings.typingEmulation.delayBetweenBubbles',
  ),
  creating(
    { resultsTablePreferences: { columnsOrder: 'name' } },
    'bot.resultsTablePreferences.columnsOrder',
  ),
];

/** Files that cannot be imported. */
export const refusedFiles: readonly Refused[] = [
  creating({ version: '9', groups: [] }, 'bot.version'),
  creating({ version: '6' }, 'bot.groups'),
  creating({ version: '6', groups: groupOf({ id: 'b' }) }, 'bot.groups.0.blocks.0.type'),
  creating([], 'bot'),
];

/** Invalid changes of a bot. */
export const refusedChanges: readonly Refused[] = [
  changing({ theme: null }, 'bot.theme'),
  changing({ settings: null }, 'bot.settings'),
  changing({ groups: null }, 'bot.groups'),
  changing({ isClosed: null }, 'bot.isClosed'),
  changing({ publicId: '..' }, 'bot.publicId'),
  changing({ folderId: '$otherFolderId' }, 'bot.folderId'),
  changing({ updatedAt: 'lately' }, 'bot.updatedAt'),
  [{ botId: '$botId' }, 'VALIDATION', 'bot'],
  [{ botId: '$botId', bot: { updatedAt: '2020-01-01T00:00:00Z' } }, 'BOT_CHANGED'],
  [{ botId: 'bot_none', bot: {} }, 'BOT_NOT_FOUND'],
];
