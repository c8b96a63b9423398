/**
 * Makes something at its first use. The first format of dates and the first names of languages of a page take longer to make than all modules
 * of the console take to begin.
 */
export function once<Made extends object | string>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
