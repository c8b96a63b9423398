import { z } from 'zod';
import { defineBlock, type BotLink, type BlockContext, type BlockResult } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import { loneName } from '../../text/names.js';
import { groupIdSchema, linkedBotIdSchema, THIS_BOT } from '../../documents/optionMeaning.js';
import { loadedBotSchema } from '../../interpreter/effect.js';
import { optional } from '../../fields/field.js';

const optionsSchema = z.looseObject({
  botId: optional(
    linkedBotIdSchema,
    'The bot to go through, of the same workspace; `current` is this one.',
  ),
  groupId: optional(
    groupIdSchema,
    'The group to begin with, or one `{{variable}}` that holds the title of a group; the start event when absent.',
    { title: 'Begins with' },
  ),
  mergeResults: optional(
    z.boolean(),
    'Whether answers go to the same result and variables are given back by name.',
    { title: 'One result', default: false },
  ),
});

type Options = z.infer<typeof optionsSchema>;

/** Goes through another bot and comes back. */
export const botLink = defineBlock({
  type: 'Bot link',
  family: 'logic',
  label: 'Another bot',
  icon: 'bot',
  searchWords: ['link', 'subflow', 'reuse', 'typebot'],
  summary: 'Goes through another bot, or another group of this one, and then goes on here.',
  example: { options: { botId: 'bot_1', mergeResults: true } },
  schema: schemaOf('Bot link', optionsSchema),
  faults: noFaults,
  enter: ({ id, options = {} }, context) => {
    const { botId } = options;
    if (!botId) return passBy(id, 'it names no bot');
    if (botId === THIS_BOT || botId === context.frame.botId)
      return into(undefined, options, context);
    const { isPreview } = context.settings;
    return { go: 'outside', effect: { kind: 'loadBot', botId, isPreview } };
  },
  resume: (answer, { id, options }, context) => {
    if (!answer.ok) return passBy(id, answer.error);
    const bot = loadedBotSchema.safeParse(answer.value).data;
    return bot ? into(bot, options, context) : passBy(id, 'the bot could not be read');
  },
});

/** A link of a bot to itself is always one run. */
function into(
  bot: BotLink['bot'],
  options: Options | undefined,
  context: BlockContext,
): BlockResult {
  const [groupId, isMerging] = [options?.groupId ?? '', options?.mergeResults ?? false];
  const byTitle = loneName(groupId) !== undefined;
  const group = byTitle
    ? { title: context.text(groupId) }
    : groupId === ''
      ? undefined
      : { id: groupId };
  return { go: 'bot', link: { ...(bot && { bot }), isMerging, group } };
}

function passBy(blockId: string, reason: string): BlockResult {
  const description = `Bot link ${blockId} was skipped: ${reason}`;
  return { go: 'next', logs: [{ status: 'error', description }] };
}
