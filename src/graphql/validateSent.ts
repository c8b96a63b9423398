import {
  getEnterLeaveForKind,
  getNamedType,
  Kind,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
  ValuesOfCorrectTypeRule,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { isRuled } from './mutationInputs.js';

/** What a caller's document is checked against. */
export interface SentRules {
  readonly schema: GraphQLSchema;
  /** In production the schema cannot be asked for, nor guessed by the suggestions of error messages. */
  readonly isProduction: boolean;
}

/** The faults of documents that were checked. A transport that keeps documents checks each of them once. */
const checked = new WeakMap<DocumentNode, readonly GraphQLError[]>();

/** What is wrong with a caller's document as such; it may be run where nothing is. */
export function faultsInDocument(
  { schema, isProduction }: SentRules,
  document: DocumentNode,
): readonly GraphQLError[] {
  const known = checked.get(document);
  if (known) return known;
  const hidden = isProduction ? [NoSchemaIntrospectionCustomRule] : [];
  const options = { hideSuggestions: isProduction };
  const faults = validate(schema, document, [...rules, ...hidden], options);
  checked.set(document, faults);
  return faults;
}

/**
 * The rule of GraphQL for the values in a document, without those of our own scalars in the `input` of a mutation: what is wrong
 * with these is a user error, which the mutation answers with (`runSent.ts`).
 */
const valuesOfOtherTypes: ValidationRule = (context) => {
  const visitor = ValuesOfCorrectTypeRule(context);
  const isLeftOut = (): boolean =>
    context.getArgument()?.name === 'input' &&
    context.getParentType() === context.getSchema().getMutationType() &&
    isRuled(getNamedType(context.getInputType()));
  return {
    enter: (...visit) => {
      const [{ kind }] = visit;
      if (VALUES.includes(kind) && isLeftOut()) return false;
      const outcome: unknown = getEnterLeaveForKind(visitor, kind).enter?.apply(visitor, visit);
      return outcome;
    },
  };
};

/** The values that have a type of their own. Null is refused where the type does not allow it, whatever else it is. */
const VALUES: readonly string[] = [
  Kind.LIST,
  Kind.OBJECT,
  Kind.ENUM,
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
];

const rules = specifiedRules.map((rule) =>
  rule === ValuesOfCorrectTypeRule ? valuesOfOtherTypes : rule,
);
