import { Field as GraphqlField, type FieldOptions } from 'type-graphql';

export type TypeFunction = Exclude<Parameters<typeof GraphqlField>[0], undefined>;

/** The description of a field, or its options where there is more to say. */
type Described = string | FieldOptions;

const optionsOf = (given: Described): FieldOptions =>
  typeof given === 'string' ? { description: given } : given;

/** A field of a type, or a member of an input. */
export function Field(type: TypeFunction, given: Described) {
  return GraphqlField(type, optionsOf(given));
}

/** A field that may be null, or a member of an input that may be left out. */
export function NullableField(type: TypeFunction, given: Described) {
  return GraphqlField(type, { ...optionsOf(given), nullable: true });
}
