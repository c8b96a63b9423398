/** A stand-in for something large: it has only the members that a test comes to. */
export function standIn<T>(members: object): T {
  return members as T; // A test that comes to another member fails.
}
