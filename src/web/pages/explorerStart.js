const firstQuery = `# Ctrl-Space completes, Ctrl-Enter runs.
# A browser that is signed in needs no token. Otherwise put yours under Headers:
# { "authorization": "Bearer <token>" }

query Bots {
  viewer {
    workspaces {
      nodes {
        name
        bots {
          nodes {
            id
            name
            publicId
          }
        }
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
