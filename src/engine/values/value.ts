/** The value of a variable: a text, a list of texts (a gap is null), or null. Objects are stored as their JSON text. */
export type Value = string | readonly (string | null)[] | null;
