import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field } from '../../schema/field.js';
import { deleteThemeTemplate, findThemeTemplate } from '../../storage/themeTemplates.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which theme template.' })
class DeleteThemeTemplateInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => ID, 'The theme template.') themeTemplateId: string;
}

/** Deletes a theme template. Bots to which it was applied keep their theme. */
@Resolver()
export class DeleteThemeTemplate {
  @Mutation(() => DeletePayload, {
    description: 'Deletes a theme template; bots that were given it keep their theme.',
  })
  async deleteThemeTemplate(
    @Arg('input', () => DeleteThemeTemplateInput, { description: 'Which theme template.' })
    { workspaceId, themeTemplateId }: DeleteThemeTemplateInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    const template = await findThemeTemplate(unit, workspaceId, themeTemplateId);
    if (!template) throw commonFailure('THEME_TEMPLATE_NOT_FOUND');
    await deleteThemeTemplate(unit, template);
    return { deletedId: themeTemplateId, workspaceId };
  }
}
