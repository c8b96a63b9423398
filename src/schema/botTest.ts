import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { InputType, ObjectType } from 'type-graphql';
import { botTestSchema, type BotTest as WrittenTest } from '../engine/index.js';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot } from './bot.js';
import { IdField, Reference, TextField, TimeField } from './column.js';
import { Field } from './field.js';
import { Node } from './node.js';
import { LongText } from './queryCost.js';
import { scalarOf } from './scalar.js';

/** What a test does and expects. */
export const BotTestDocument = scalarOf({
  name: 'BotTestDocument',
  description: 'A written test of a bot: a conversation as it must go.',
  schema: botTestSchema,
});

/** A written test as a file that people keep. */
@ObjectType({ description: 'A written test as a file, such as one in git.' })
@InputType('BotTestFileInput', { description: 'A written test as a file, such as one in git.' })
export class BotTestFile {
  @Field(() => String, {
    description: 'The name of the file, by which faults name it. Nothing else follows from it.',
  })
  fileName: string;

  @LongText
  @Field(() => String, {
    description:
      'The test in YAML 1.2, or in JSON: one document with the members of `BotTestDocument`, without aliases, of at most 250 000 characters.',
  })
  yaml: string;
}

/** A written test that is stored with its bot. */
@Entity({ tableName: 'bot_test' })
@Audited({
  kind: 'BOT_TEST',
  values: { name: 'row.name', test: 'left(md5(row.test::text), 8)' },
  workspace: OF_ITS_BOT,
})
@Unique({ name: 'bot_test_name', properties: ['botId', 'name'] })
@ObjectType({ implements: Node, description: 'A written test that is stored with its bot.' })
export class BotTest {
  @IdField('Its id.') id: string;
  @Reference(() => Bot) botId: string;
  @TextField('Its name; no other test of the bot has the same.') name: string;

  @Property({ type: 'json', columnType: 'json' })
  @Field(() => BotTestDocument, 'What it does and expects.')
  test: WrittenTest;

  @TimeField('When it was first saved.') createdAt: Date;
  @TimeField('When it was last saved.') updatedAt: Date;
}
