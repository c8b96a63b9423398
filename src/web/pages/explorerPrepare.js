const workers = {
  editorWorkerService: 'graphql/editor.worker.js',
  json: 'graphql/json.worker.js',
  graphql: 'graphql/graphql.worker.js',
};

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_moduleId, label) => new URL(workers[label], document.baseURI).href,
};
