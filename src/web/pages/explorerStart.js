const firstQuery = `# Ctrl-Space completes, Ctrl-Enter runs.
# A browser that is signed in needs no token.
# Otherwise put yours under Headers:
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

/**
 * Each tab of GraphiQL contains two buttons, which screen readers do not announce inside of a tab. So tabs become a list of buttons, one of
 * which is the current one.
 */
function nameTabs() {
  for (const part of document.querySelectorAll('.graphiql-tabs, .graphiql-tab')) {
    const selected = part.getAttribute('aria-selected');
    if (selected !== null) part.querySelector('button')?.setAttribute('aria-current', selected);
    part.removeAttribute('role');
    part.removeAttribute('aria-selected');
  }
}

new self.MutationObserver(nameTabs).observe(document.querySelector('#root'), {
  childList: true,
  subtree: true,
  attributeFilter: ['aria-selected'],
});
