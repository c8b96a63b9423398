import type { FlowDefinition } from './flow.js';
import { isJsonRecord } from './jsonRecord.js';

/** What a link to the bot it stands in says (data-model §4, "Bot link"). */
const ITSELF = 'current';

/** The ids of the other bots a flow leads into, each once, in the order of its blocks. */
export function linkedBotIds(flow: FlowDefinition): string[] {
  const blocks = flow.groups.flatMap((group) => group.blocks);
  const ids = blocks
    .filter(({ type }) => type === 'Bot link')
    .map((block) => ('options' in block && isJsonRecord(block.options) ? block.options : {}))
    .map((options) => options['botId'])
    .filter((id) => typeof id === 'string');
  return [...new Set(ids)].filter((id) => id !== ITSELF);
}
