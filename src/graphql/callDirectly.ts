import type { GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { isRecord } from './record.js';

/**
 * Makes mutations call their methods directly, with inputs in their classes as type-graphql would make them. At each call it would search all
 * inputs for the type of every member, so that a call took longer, the more operations there are.
 */
export function callDirectly(schema: GraphQLSchema): void {
  const fields = schema.getMutationType()?.getFields() ?? {};
  for (const { schemaName, target, methodName, params = [] } of getMetadataStorage().mutations) {
    const field = fields[schemaName];
    if (!field) continue;
    const operations = new (target as Operations)(); // A class with the decorator `Resolver`.
    const taken = params.toSorted((one, other) => one.index - other.index).map(takenBy);
    field.resolve = (_root, args: Members, context: unknown) => {
      const values: unknown[] = [];
      for (const { name, input } of taken) {
        const value = name === undefined ? context : args[name];
        values.push(input && isRecord(value) ? inClass(input, value) : value);
      }
      return operations[methodName]?.(...values);
    };
  }
}

type Operations = new () => Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
type Members = Readonly<Record<string, unknown>>;

/** What a method takes: an argument, or the context. */
interface Taken {
  readonly name?: string;
  /** Set for an input. */
  readonly input?: InputClass | undefined;
}

interface InputClass {
  readonly prototype: object;
  /** Its own members, and then those of the classes that it extends: in this order they are hashed for idempotency keys. */
  readonly members: readonly string[];
}

type Parameter = NonNullable<
  ReturnType<typeof getMetadataStorage>['mutations'][number]['params']
>[number];

function takenBy(parameter: Parameter): Taken {
  if (parameter.kind === 'context') return {};
  if (parameter.kind !== 'arg') throw new Error(`A mutation cannot take "${parameter.kind}"`);
  const { name, getType, typeOptions } = parameter;
  const type = getType();
  return { name, input: typeOptions.array ? undefined : inputClassOf(type) };
}

/** The class of an input; undefined for another type. */
function inputClassOf(type: unknown): InputClass | undefined {
  const { inputTypes } = getMetadataStorage();
  const own = inputTypes.find(({ target }) => target === type);
  if (!own) return undefined;
  const prototype = own.target.prototype as object; // It is a class.
  const members = new Set<string>();
  for (let at: unknown = prototype; at; at = Object.getPrototypeOf(at)) {
    const { fields = [] } = inputTypes.find(({ target }) => target.prototype === at) ?? {};
    for (const { name } of fields) members.add(name);
  }
  return { prototype, members: [...members] };
}

function inClass({ prototype, members }: InputClass, sent: Members): Members {
  const made = Object.create(prototype) as Record<string, unknown>; // Its members are set below.
  for (const name of members) if (sent[name] !== undefined) made[name] = sent[name];
  return made;
}
