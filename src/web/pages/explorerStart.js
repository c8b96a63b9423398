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
  title: 'Parley',
  logo: '<a href="./" aria-label="Parley"><img src="icon.svg" alt="" width="28" height="28" /></a>',
  defaultQuery: firstQuery,
  endpoint: new URL('graphql', document.baseURI).href,
  subscriptionsProtocol: 'WS',
  defaultEditorToolsVisibility: 'headers',
  shouldPersistHeaders: false,
});
