/**
 * The text of a GraphQL operation, with the types of its data and variables: any client can send it. Where a client wants a
 * parsed document, `parse(text) as TypedDocumentNode<Data, Variables>` is one.
 */
export type TypedDocument<Data, Variables> = string & {
  /** Not there at run time: where the types are found. */
  readonly __apiType?: (variables: Variables) => Data;
};
