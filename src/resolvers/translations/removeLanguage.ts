import { Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { OnConflict } from '../../schema/enums.js';
import { editDraft } from '../bots/editDraft.js';
import { EditFlowPayload } from '../bots/editFlowPayload.js';
import { LanguageInput } from './setTranslations.js';

@InputType({ description: 'Which bot, and one of its languages.' })
class RemoveLanguageInput extends LanguageInput {}

/** Removes a language from the draft of a bot. */
@Resolver()
export class RemoveLanguage {
  @Mutation(() => EditFlowPayload, {
    description:
      'Removes a language with all its translations from the draft of a bot; `inverse` has the edits that bring it back.',
  })
  async removeLanguage(
    @Arg('input', () => RemoveLanguageInput, {
      description: 'Which bot, and one of its languages.',
    })
    { language, ...input }: RemoveLanguageInput,
    @Ctx() context: Context,
  ): Promise<Partial<EditFlowPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId: input.botId, intent: 'write' });
    const patch = { languages: { [language]: null } };
    const edit = { ...input, onConflict: OnConflict.OVERWRITE };
    return editDraft(context, edit, async () => [{ setTranslations: { patch } }]);
  }
}
