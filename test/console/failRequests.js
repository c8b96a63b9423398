// Runs in a page of the console before its own scripts: notes the operations that it sends, and fails those whose kind and name match
// `sessionStorage.failing`, each in another way.
(() => {
  const refused = (status, code, message) =>
    Response.json({ errors: [{ message, extensions: { code } }] }, { status });
  const ways = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => refused(500, 'INTERNAL_SERVER_ERROR', 'That failed. Try again in a moment.'),
    () => refused(429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again in 3 seconds.'),
    () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ];
  const send = self.fetch.bind(self);
  const requests = { asked: [], failed: [], waiting: 0 };
  self.requests = requests;
  /** The kind and name of what is sent; a file counts as a mutation. */
  const operationOf = (body) =>
    body instanceof FormData
      ? 'mutation SendFile'
      : /"query":"((?:query|mutation) \w+)/.exec(String(body))?.[1];
  const isFailing = (operation) =>
    sessionStorage.failing && new RegExp(`^(${sessionStorage.failing})$`).test(operation);
  const answer = async (address, options, operation) => {
    if (!isFailing(operation)) {
      const response = await send(address, options);
      await response.clone().arrayBuffer();
      return response;
    }
    requests.failed.push({ name: operation.split(' ')[1], body: String(options.body) });
    await new Promise((go) => setTimeout(go));
    sessionStorage.turn = Number(sessionStorage.turn ?? 0) + 1;
    return ways[sessionStorage.turn % ways.length]();
  };
  const counted = async (work) => {
    requests.waiting += 1;
    try {
      return await work();
    } finally {
      requests.waiting -= 1;
    }
  };
  self.fetch = async (address, options) => {
    const operation = operationOf(options?.body);
    if (operation === undefined) return counted(() => send(address, options));
    requests.asked.push(operation.split(' ')[1]);
    return counted(() => answer(address, options, operation));
  };
  // A file is read before something is asked for it.
  const read = Blob.prototype.text;
  Blob.prototype.text = function text() {
    return counted(() => read.call(this));
  };
})();
