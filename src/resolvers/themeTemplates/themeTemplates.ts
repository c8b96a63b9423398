import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { ThemeTemplate } from '../../schema/themeTemplate.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../findFor.js';
import { accessWorkspace } from '../../auth/access.js';
import type { Theme } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { Name, ThemeDocument } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { prefixOf } from '../../storage/newId.js';
import {
  saveThemeTemplate,
  deleteThemeTemplate,
  findThemeTemplate,
} from '../../storage/themeTemplates.js';
import { MutationInput } from '../mutationInput.js';
import { DeletePayload } from '../deletePayload.js';

/** The fields of a theme template that are not columns. */
@Resolver(() => ThemeTemplate)
export class ThemeTemplateFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it belongs to; null for those who do not.',
  })
  async workspace(
    @Root() { workspaceId }: ThemeTemplate,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }
}

@InputType({ description: 'The theme template to save.' })
class SaveThemeTemplateInput extends MutationInput {
  @Field(() => ID, 'The workspace it is for.') workspaceId: string;

  @NullableField(() => ID, 'The one to change, or the id a new one is to have; absent: a new one.')
  themeTemplateId?: string | null;

  @Field(() => Name, 'What to call it.') name: string;
  @Field(() => ThemeDocument, 'The theme, stored as it is sent.') theme: Theme;
}

@ObjectType({ description: 'The payload of saving a theme template.' })
class ThemeTemplatePayload extends Payload {
  @NullableField(() => ThemeTemplate, 'The theme template as it is now.')
  themeTemplate?: ThemeTemplate;
}

/** In bytes: the database cannot index much longer texts. */
const MAX_CHOSEN_ID = 1_000;

/** Refuses an id with the prefix of another type: `node` finds the type of an object by its prefix, and ids must be unique. */
function assertChoosable(id: string): void {
  const message = faultOf(id);
  if (message !== undefined) throw invalid([{ path: ['themeTemplateId'], message }]);
}

function faultOf(id: string): string | undefined {
  if (Buffer.byteLength(id) > MAX_CHOSEN_ID) return `May not be longer than ${MAX_CHOSEN_ID} bytes`;
  if (!id.isWellFormed()) return 'May not contain half a surrogate pair';
  const prefix = prefixOf(id) ?? 'thm';
  return prefix === 'thm' ? undefined : `May not begin with ${prefix}_, as other ids do`;
}

@InputType({ description: 'Which theme template.' })
class DeleteThemeTemplateInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => ID, 'The theme template.') themeTemplateId: string;
}

/** Saves and deletes theme templates. */
@Resolver()
export class ThemeTemplateMutations {
  @Mutation(() => ThemeTemplatePayload, {
    description: 'Saves a theme template: changes the one with this id, or creates it.',
  })
  async saveThemeTemplate(
    @Arg('input', () => SaveThemeTemplateInput, { description: 'The theme template to save.' })
    input: SaveThemeTemplateInput,
    @Ctx() context: Context,
  ): Promise<Partial<ThemeTemplatePayload>> {
    const unit = context.openUnit();
    const { workspaceId, themeTemplateId, name, theme } = input;
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    const id = themeTemplateId ?? undefined;
    if (id !== undefined) assertChoosable(id);
    const themeTemplate = await saveThemeTemplate(unit, { workspaceId, id, name, theme });
    if (!themeTemplate) throw commonFailure('THEME_TEMPLATE_NOT_FOUND');
    return { themeTemplate };
  }

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
