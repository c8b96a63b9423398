const firstQuery = `# Ctrl-Space completes, Ctrl-Enter runs.
# Most operations want your token, under Headers:
# { "authorization": "Bearer <token>" }

query Operations {
  __schema {
    mutationType {
      fields {
        name
        description
      }
    }
  }
}
`;

YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  title: 'Parley GraphQL',
  logo: '<img src="docs/icon.svg" alt="" width="28" height="28" />',
  defaultQuery: firstQuery,
  endpoint: new URL('graphql', document.baseURI).href,
  subscriptionsProtocol: 'WS',
  defaultEditorToolsVisibility: 'headers',
  shouldPersistHeaders: false,
});
