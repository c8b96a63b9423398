import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import type { Theme } from '../engine/index.js';
import { Audited } from './audited.js';
import { IdField, Reference, TextField, TimeField } from './column.js';
import { Field } from './field.js';
import { Node } from './node.js';
import { ThemeDocument } from './scalars.js';
import { Workspace } from './workspace.js';

/** A stored theme that can be applied to the bots of a workspace. */
@Entity({ tableName: 'theme_template' })
@Audited({ kind: 'THEME_TEMPLATE', values: { name: 'row.name', theme: 'row.theme' } })
@Index({ name: 'theme_template_workspace_id', properties: ['workspaceId', 'id'] })
@ObjectType({
  implements: Node,
  description: 'A stored theme that the bots of a workspace can be given.',
})
export class ThemeTemplate {
  @IdField('Its id; bots name it as `selectedThemeTemplateId`.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it belongs to.') workspaceId: string;
  @TextField('What people call it.') name: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => ThemeDocument, 'The theme, sparse, exactly as it was saved.')
  theme: Theme;

  @TimeField('When it was first saved.') createdAt: Date;
  @TimeField('When it was last saved.') updatedAt: Date;
}
