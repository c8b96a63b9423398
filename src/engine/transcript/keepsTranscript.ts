import type { Group } from '../documents/group.js';
import { isJsonRecord } from '../documents/jsonRecord.js';
import { THIS_BOT } from '../documents/optionMeaning.js';

/**
 * Whether a chat that begins in a flow of these groups must keep a transcript: one of its blocks reads it, or links to
 * another bot, which may. All other chats stay small.
 */
export function keepsTranscript(groups: readonly Group[]): boolean {
  return groups.some(({ blocks }) =>
    blocks.some((block) => setsTranscript(block) || leadsElsewhere(block)),
  );
}

/** Whether a block sets a variable to the transcript. */
export function setsTranscript(block: StoredBlock): boolean {
  return block.type === 'Set variable' && optionOf(block, 'type') === 'Transcript';
}

type StoredBlock = Group['blocks'][number];

function leadsElsewhere(block: StoredBlock): boolean {
  return block.type === 'Bot link' && optionOf(block, 'botId') !== THIS_BOT;
}

function optionOf({ options }: StoredBlock, name: string): unknown {
  return isJsonRecord(options) ? options[name] : undefined;
}
