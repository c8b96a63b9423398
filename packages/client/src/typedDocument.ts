/**
 * The text of a GraphQL operation, with the types of its data and variables: any client can send it. Where a client wants a
 * parsed document, `parse(text) as TypedDocumentNode<Data, Variables>` is one.
 */
export type TypedDocument<Data, Variables> = string & {
  /** Holds the types; does not exist at run time. */
  readonly __apiType?: (variables: Variables) => Data;
};
