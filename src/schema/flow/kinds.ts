import { ObjectType } from 'type-graphql';
import type { Schema } from './members.js';
import { addFields, capitalized, type Part } from './objectType.js';

/** A kind of part, identified by its `type`. */
interface Kind {
  readonly type: string;
  /** A description in one sentence. */
  readonly summary: string;
  readonly schema: Schema;
}

/** How to name the types of kinds, and the options of `addFields` that they share. */
interface KindTypes extends Omit<Part, 'name' | 'schemas'> {
  nameOf(kind: { readonly type: string }): string;
}

/** Creates a GraphQL type for each kind. It implements the interface `base` and has the members of the kind as fields. */
export function implementKinds(
  base: abstract new () => object,
  kinds: readonly Kind[],
  { nameOf, ...part }: KindTypes,
): void {
  for (const { type, summary, schema } of kinds) {
    const implementation = class {
      readonly [member: string]: unknown;
    };
    const name = nameOf({ type });
    ObjectType(name, { implements: base, description: summary })(implementation);
    addFields(implementation, { ...part, name, schemas: [schema] });
  }
}

/** The name of the type of a kind: its words, followed by a noun. `cal-com` and `Message` give `CalComMessage`. */
export function nameOfKind(type: string, noun: string): string {
  return `${wordsOf(type).join('')}${noun}`;
}

/** The words of a `type`, capitalized. */
export function wordsOf(type: string): readonly string[] {
  return type.split(/[ .-]+/).map(capitalized);
}
