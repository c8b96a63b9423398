/**
 * Whether members of a value can be read by name: of the variables, input objects and data of operations, which are of no
 * type once they are parsed. A list has members too.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
