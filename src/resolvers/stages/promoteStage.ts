import { Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { BotVersion } from '../../schema/bot.js';
import { BotChangeKind, WebhookEventType } from '../../schema/enums.js';
import { NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { findVersion } from '../../storage/botLists.js';
import { findStage } from '../../storage/stages.js';
import { tellWebhooks } from '../../storage/webhookEvents.js';
import { checkPublishable } from '../bots/checkPublishable.js';
import { PublishPayload } from '../bots/publishBot.js';
import { publishedEvent } from '../bots/publishedEvent.js';
import { writeBot } from '../bots/writeBot.js';
import { changedVersions } from '../versions/changedVersions.js';
import { goLive } from '../versions/goLive.js';
import { StageInput } from './stageInput.js';

@InputType({ description: 'Which stage is to be live.' })
class PromoteStageInput extends StageInput {
  @NullableField(() => ShortText, {
    description:
      'Why to make it live although its errors or tests forbid that; kept with the version.',
  })
  overrideReason?: string | null;
}

/** Makes the version of a stage live. It runs with the variables and credentials of the flow, not with those of the stage. */
@Resolver()
export class PromoteStage {
  @Mutation(() => PublishPayload, {
    description:
      'Makes new chats run the version of a stage, if the publish policy lets it; `BotStage.changes` says what that changes. The variables and credentials of the stage stay with the stage.',
  })
  async promoteStage(
    @Arg('input', () => PromoteStageInput, { description: 'Which stage.' })
    input: PromoteStageInput,
    @Ctx() context: Context,
  ): Promise<Partial<PublishPayload>> {
    const { botId, stage: name, overrideReason: given, clientMutationId } = input;
    const unit = context.openUnit();
    const found = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    const { versionId } = await findStage(unit, botId, name);
    const version = await findVersion(unit, botId, versionId);
    const checked = { reason: given ?? null, version };
    const { overrideReason } = await checkPublishable(context, found, checked);
    let before: string | null = null;
    const write = { botId, kind: BotChangeKind.PUBLISHED, clientMutationId };
    const bot = await writeBot(context, write, async (stored, inner) => {
      const stage = await findStage(inner, botId, name);
      if (stage.versionId !== versionId) throw commonFailure('CHANGED_MEANWHILE');
      if (overrideReason !== null) {
        await inner.nativeUpdate(BotVersion, { id: versionId }, { overrideReason });
      }
      before = await goLive(inner, stored, version);
      const { data } = publishedEvent(version, stored);
      const type = WebhookEventType.VERSION_PROMOTED;
      await tellWebhooks(inner, { botId, type, data: { ...data, stage: name } });
    });
    return { bot, version, changedVersions: await changedVersions(context, before, versionId) };
  }
}
