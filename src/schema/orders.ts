import { enumOf } from './enums.js';

/** The orders of lists of bots. */
export const BotOrder = enumOf('BotOrder', 'What bots are sorted by.', {
  CREATED_AT_DESC: 'The newest first.',
  CREATED_AT_ASC: 'The oldest first.',
  UPDATED_AT_DESC: 'The last changed first.',
  UPDATED_AT_ASC: 'The last changed last.',
  NAME_ASC: 'By name, from A to Z.',
  NAME_DESC: 'By name, from Z to A.',
});
export type BotOrder = keyof typeof BotOrder;

/** The orders of lists of files. */
export const FileOrder = enumOf('FileOrder', 'What files are sorted by.', {
  CREATED_AT_DESC: 'The newest first.',
  CREATED_AT_ASC: 'The oldest first.',
  NAME_ASC: 'By name, from A to Z.',
  NAME_DESC: 'By name, from Z to A.',
  BYTES_DESC: 'The largest first.',
  BYTES_ASC: 'The smallest first.',
});
export type FileOrder = keyof typeof FileOrder;

/** The orders of lists of what has a name, and is listed from the oldest by default. */
export const NamedOrder = enumOf('NamedOrder', 'What people or credentials are sorted by.', {
  CREATED_AT_ASC: 'The oldest first.',
  CREATED_AT_DESC: 'The newest first.',
  NAME_ASC: 'By name, from A to Z.',
  NAME_DESC: 'By name, from Z to A.',
});
export type NamedOrder = keyof typeof NamedOrder;

/** The orders of lists that grow at one end. */
export const CreatedAtOrder = enumOf('CreatedAtOrder', 'From which end a list is read.', {
  CREATED_AT_DESC: 'The newest first.',
  CREATED_AT_ASC: 'The oldest first.',
});
export type CreatedAtOrder = keyof typeof CreatedAtOrder;
