import { Field, ID, ObjectType, Root } from 'type-graphql';
import type { ClientAction } from '../engine/index.js';
import { Json } from './scalars.js';
import { Holds } from './queryCost.js';

/** A message of the bot. */
@ObjectType({ description: 'A message of the bot.' })
export class ChatMessage {
  @Field(() => ID, { description: 'The id of the block that sends it.' })
  id: string;

  @Field(() => String, { description: 'The kind of bubble, such as `text` or `image`.' })
  type: string;

  @Field(() => Json, {
    description:
      'Its content, depending on the kind; for `text`: `richText`, `html` and `plainText`.',
  })
  content: Readonly<Record<string, unknown>>;
}

/** The input the chat waits for. */
@ObjectType({ description: 'What the chat waits for.' })
export class ChatInput {
  @Field(() => ID, { description: 'The id of the block that asks.' })
  id: string;

  @Field(() => String, { description: 'The kind of input, such as `text input`.' })
  type: string;

  @Field(() => String, { nullable: true, description: 'The edge the flow leaves it by.' })
  outgoingEdgeId?: string;

  @Field(() => Json, {
    nullable: true,
    description: 'How the input is set up; depends on its kind.',
  })
  options?: Readonly<Record<string, unknown>>;

  @Holds(50)
  @Field(() => [Json], {
    nullable: true,
    description: 'What can be chosen, where the kind offers a choice.',
  })
  items?: readonly Readonly<Record<string, unknown>>[];

  @Field(() => String, { nullable: true, description: 'What the linked variable holds already.' })
  prefilledValue?: string;

  @Field(() => Json, {
    nullable: true,
    description: 'What only holds for this chat, such as the secret of a payment.',
  })
  runtimeOptions?: Readonly<Record<string, unknown>>;
}

/** An action for the client to run. */
@ObjectType('ClientSideAction', { description: 'Something the client is to run.' })
export class ChatAction {
  @Field(() => String, { description: 'The kind of action, such as `redirect` or `wait`.' })
  type: string;

  @Field(() => Json, { nullable: true, description: 'What the type needs to be run.' })
  payload(@Root() action: ClientAction): unknown {
    return action[action.type];
  }

  @Field(() => ID, {
    nullable: true,
    description: 'The bubble to run it after; absent: before anything is shown.',
  })
  lastBubbleBlockId?: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The chat waits: send what it gave with continueChat.',
  })
  expectsDedicatedReply?: boolean;
}

/** A line for those who watch the chat. */
@ObjectType({ description: 'A line for those who watch the chat.' })
export class ChatLog {
  @Field(() => String, { description: '`success`, `error` or `info`.' })
  status: string;

  @Field(() => String, { description: 'What happened, for a person.' })
  description: string;

  @Field(() => Json, { nullable: true, description: 'More about it, of any shape.' })
  details?: unknown;
}

/** Addresses that depend on variables. */
@ObjectType({ description: 'Addresses that follow variables.' })
export class DynamicTheme {
  @Field(() => String, { nullable: true, description: 'The picture beside what the bot says.' })
  hostAvatarUrl?: string;

  @Field(() => String, { nullable: true, description: 'The picture beside what the visitor says.' })
  guestAvatarUrl?: string;

  @Field(() => String, { nullable: true, description: 'The picture behind the chat.' })
  backgroundUrl?: string;
}

/** The bot of a chat, as the client needs it. */
@ObjectType({ description: 'The bot a chat runs, as its client needs it.' })
export class ChatBot {
  @Field(() => ID, { description: 'The id of the bot.' })
  id: string;

  @Field(() => Json, { description: 'Sparse, with variables filled in.' })
  theme: unknown;

  @Field(() => Json, {
    description: 'Sparse, with variables filled in; without what only the server needs.',
  })
  settings: unknown;
}
