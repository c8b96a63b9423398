import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { BotIssue } from '../../schema/botIssue.js';
import { BotTestResult } from '../../schema/botTestRun.js';
import { BotChangeKind, InFlightPolicy } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { MessageText, ShortText } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { addVersion } from '../../storage/bots.js';
import { keepFlow } from '../../storage/flows.js';
import { Holds } from '../../schema/queryCost.js';
import { CHANGED_VERSIONS, changedVersions } from './botPayload.js';
import { goLive } from '../versions/versions.js';
import { MutationInput } from '../mutationInput.js';
import { assertUnchanged } from './editedDraft.js';
import { checkPublishable } from './checkPublishable.js';
import { setInFlight } from './botSettings.js';
import { writeBot } from './writeBot.js';

@InputType({ description: 'Which bot to publish.' })
class PublishBotInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @NullableField(() => ShortText, 'What to call the version.') label?: string | null;

  @NullableField(() => ShortText, {
    description:
      'Why to publish it although its errors or tests forbid that; kept with the version.',
  })
  overrideReason?: string | null;

  @NullableField(() => InFlightPolicy, {
    description: 'What becomes of open chats, from now on; as it is set for the bot when absent.',
  })
  inFlightPolicy?: InFlightPolicy | null;

  @NullableField(() => MessageText, 'What is said in chats that end; only with `inFlightPolicy`.')
  inFlightMessage?: string | null;
}

@ObjectType({ description: 'What publishing answers with.' })
export class PublishPayload extends Payload {
  @NullableField(() => Bot, 'The bot, with its public id.') bot?: Bot;
  @NullableField(() => BotVersion, 'The version new chats run from now on.') version?: BotVersion;

  @Holds(2)
  @NullableField(() => [BotVersion], CHANGED_VERSIONS)
  changedVersions?: BotVersion[];

  @Holds(10)
  @NullableField(() => [BotIssue], 'The errors for which it was refused, at most 200.')
  issues?: readonly BotIssue[];

  @Holds(10)
  @NullableField(() => [BotTestResult], 'The tests that do not pass, for which it was refused.')
  failedTests?: readonly BotTestResult[];
}

/**
 * Publishes the draft as an immutable, numbered version that new chats run. A bot without a public id gets one, made of its name and the
 * end of its id (docs/spec-choices.md, "Bots").
 */
@Resolver()
export class PublishBot {
  @Mutation(() => PublishPayload, {
    description: 'Makes the draft what new chats run, as an immutable numbered version.',
  })
  async publishBot(
    @Arg('input', () => PublishBotInput, { description: 'Which bot to publish.' })
    input: PublishBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<PublishPayload>> {
    const caller = signedIn(await context.caller());
    const { botId, label = null, overrideReason: reason, clientMutationId } = input;
    const found = await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    const { revision, overrideReason } = await checkPublishable(context, found, {
      reason: reason ?? null,
    });
    let version: BotVersion | undefined;
    let before: string | null = null;
    const write = { botId, kind: BotChangeKind.PUBLISHED, clientMutationId };
    const bot = await writeBot(context, write, async (stored, inner) => {
      assertUnchanged(stored, undefined, revision);
      const flowId = await keepFlow(inner, stored.draft);
      const made = { botId, flowId, authorId: caller.userId, label, overrideReason };
      version = await addVersion(inner, made);
      before = await goLive(inner, stored, version);
      if (input.inFlightPolicy) setInFlight(stored, input.inFlightPolicy, input.inFlightMessage);
    });
    const changed = await changedVersions(context, before, bot.liveVersionId);
    return { bot, ...(version && { version }), changedVersions: changed };
  }
}
