/** A record of a service by the names of its fields. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** Of each field the values of all records, in their order; null where a record has none. */
export function inColumns(records: readonly ServiceRecord[]): ServiceRecord {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries(
    [...names].map((name) => [name, records.map((record) => record[name] ?? null)]),
  );
}
