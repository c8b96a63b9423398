/** The types of everything that the API description names. */
export function typesOfDocuments(): Promise<string>;
