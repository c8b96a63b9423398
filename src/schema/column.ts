import type { EntityName, ManyToOneOptions, PropertyOptions } from '@mikro-orm/core';
import { ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ID } from 'type-graphql';
import { Field, type TypeFunction } from './field.js';

type Options = Omit<PropertyOptions<object>, 'type'>;

/** A column that GraphQL shows: null is possible in both or in neither. */
function shown(column: PropertyOptions<object>, type: TypeFunction, description: string) {
  return (record: object, name: string) => {
    Property(column)(record, name);
    Field(type, { description, nullable: column.nullable === true })(record, name);
  };
}

/** The primary key of a record, which GraphQL shows. */
export function IdField(description: string) {
  return (record: object, name: string) => {
    PrimaryKey({ type: 'text', collation: 'C' })(record, name);
    Field(() => ID, { description })(record, name);
  };
}

/** A moment, to the millisecond, which GraphQL shows. */
export function TimeField(description: string, options: Options = {}) {
  return shown({ type: 'timestamptz', length: 3, ...options }, () => Date, description);
}

/** A text that GraphQL shows. */
export function TextField(description: string, options: Options = {}) {
  return shown({ type: 'text', ...options }, () => String, description);
}

/** What is true or false, which GraphQL shows. */
export function BooleanField(description: string, options: Options = {}) {
  return shown({ type: 'boolean', ...options }, () => Boolean, description);
}

/** A foreign key: the id of another row. Its column has the name of the property in snake case. */
export function Reference(
  entity: () => EntityName,
  options: Omit<ManyToOneOptions<object, object>, 'entity' | 'fieldName' | 'mapToPk'> = {},
) {
  return (record: object, name: string) => {
    const fieldName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    ManyToOne({ entity, fieldName, mapToPk: true, ...options })(record, name);
  };
}
