import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import type { Theme } from '../engine/index.js';
import { Audited } from './audited.js';
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
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id; bots name it as `selectedThemeTemplateId`.' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What people call it.' })
  name: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => ThemeDocument, { description: 'The theme, sparse, exactly as it was saved.' })
  theme: Theme;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was first saved.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was last saved.' })
  updatedAt: Date;
}
