import { ID, InterfaceType, ObjectType } from 'type-graphql';
import type { ClientAction } from '../engine/index.js';
import { ACTION_KINDS } from './chatKinds.js';
import { Field, NullableField } from './field.js';
import { implementKinds, nameOfKind } from './flow/kinds.js';
import { TypeFrom } from './queryCost.js';
import { ClientSideActionDocument } from './scalars.js';

/** The GraphQL interface of actions for the client; the types of the kinds are generated from their schemas. */
@TypeFrom(actionTypeOf)
@InterfaceType({
  description: 'Something the client is to run; the types that implement it are its kinds.',
})
export abstract class ClientSideAction {
  @Field(() => String, 'Its kind, as the document names it, such as `redirect`.') type: string;

  @NullableField(() => ID, 'The bubble to run it after; absent: before anything is shown.')
  lastBubbleBlockId?: string;

  @NullableField(() => Boolean, 'The chat waits: send what it gave with continueChat.')
  expectsDedicatedReply?: boolean;

  @Field(() => ClientSideActionDocument, 'The action exactly as REST sends it.')
  document: ClientAction;
}

/** An action of a kind that this server does not know, in a log to which a newer server has written. */
@ObjectType({
  implements: ClientSideAction,
  description: 'An action of a kind that this server does not know; `document` holds all of it.',
})
class UnknownAction extends ClientSideAction {}

const typeNames = new Map(ACTION_KINDS.map(({ type }) => [type, nameOfKind(type, 'Action')]));

/** The name of the GraphQL type of an action. */
export function actionTypeOf({ type }: { readonly type: string }): string {
  return typeNames.get(type) ?? UnknownAction.name;
}

implementKinds(ClientSideAction, ACTION_KINDS, {
  nameOf: actionTypeOf,
  inner: 'Client',
  called: 'action',
  stated: ['type', 'lastBubbleBlockId', 'expectsDedicatedReply'],
});
