/** What a person is called. */
export function nameOf({
  name,
  email,
  id,
}: {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}): string {
  return name ?? email ?? id;
}
