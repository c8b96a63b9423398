/**
 * Whether members of a value can be read by name. For variables, input objects and data of operations, which have no static type. Also true
 * for arrays.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
