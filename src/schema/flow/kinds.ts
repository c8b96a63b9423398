import { ObjectType } from 'type-graphql';
import type { Schema } from './members.js';
import { addFields, capitalized, type Part } from './objectType.js';

/** A kind of part, told by its `type`. */
interface Kind {
  readonly type: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly schema: Schema;
}

/** What the types of kinds are called, and what `addFields` needs to know of all of them. */
interface KindTypes extends Omit<Part, 'name' | 'schemas'> {
  nameOf(kind: { readonly type: string }): string;
}

/** Makes a GraphQL type for each kind that implements an interface: with the fields of the interface and its own members. */
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

/** The name of a type: the words of its kind, then what all kinds are called. `cal-com` and `Message`: `CalComMessage`. */
export function nameOfKind(type: string, noun: string): string {
  return `${wordsOf(type).join('')}${noun}`;
}

/** The words of a kind, with capitals. */
export function wordsOf(type: string): readonly string[] {
  return type.split(/[ .-]+/).map(capitalized);
}
