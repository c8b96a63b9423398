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

/** The rules for documents of callers. */
export interface SentRules {
  readonly schema: GraphQLSchema;
  /** Production allows neither introspection nor suggestions in error messages, which would reveal the schema. */
  readonly isProduction: boolean;
}

/** The cached faults of documents. A transport that caches documents has each of them checked once. */
const checked = new WeakMap<DocumentNode, readonly GraphQLError[]>();

/** The faults of a caller's document; it may be run if there are none. */
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
 * The rule of GraphQL for literals, except for literals of our own scalars in the `input` of a mutation: their faults become user errors
 * (`runSent.ts`).
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

/** The literals that the exception covers. Null is not among them, so it is still refused where the type does not allow it. */
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
