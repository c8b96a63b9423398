/**
 * What a variable can hold: a text, a list of texts (a gap is null), or nothing.
 * Objects are kept as their JSON text.
 */
export type Value = string | readonly (string | null)[] | null;
