import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import type { Context } from '../context/context.js';

/**
 * Makes every operation refuse an unknown token, even operations that need none: a mistyped token is an error, not an anonymous request.
 */
export function refuseUnknownTokens(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots) Object.values(root?.getFields() ?? {}).forEach(refuseUnknownToken);
}

function refuseUnknownToken(field: GraphQLField<unknown, Context>): void {
  if (field.subscribe) field.subscribe = withKnownCaller(field.subscribe);
  else if (field.resolve) field.resolve = withKnownCaller(field.resolve);
}

type Resolve = GraphQLFieldResolver<unknown, Context>;

function withKnownCaller(resolve: Resolve): Resolve {
  return (root, args, context, info) =>
    context.authorization === undefined
      ? resolve(root, args, context, info)
      : context.assertKnown().then(() => resolve(root, args, context, info));
}
