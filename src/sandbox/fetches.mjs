// @ts-check
/**
 * The requests of the scripts of one thread: each is a promise inside QuickJS and a message outside.
 *
 * @typedef {import('./job.js').ScriptRequest} ScriptRequest
 * @typedef {import('./job.js').ScriptResponse} ScriptResponse
 * @typedef {import('quickjs-emscripten').QuickJSContext} Context
 *
 * @typedef {object} Fetches
 * @property {(context: Context, text: string, refusal?: string) => import('quickjs-emscripten').QuickJSHandle} open
 *   sends a request, unless it is refused, and returns the promise of its response, as JSON text
 * @property {(id: number, response: ScriptResponse) => void} answer
 * @property {() => boolean} areDone
 * @property {(ms: number) => Promise<void>} next resolves with the next response, or after `ms`
 * @property {() => void} forget drops the requests that are open: their script has ended
 *
 * @param {{ inputSize: number, fetchesPerCall: number }} limits
 * @param {(message: import('./messages.js').FromThread) => void} post
 * @returns {Fetches}
 */
export function createFetches(limits, post) {
  /** @type {Map<number, import('quickjs-emscripten').QuickJSDeferredPromise>} */
  const open = new Map();
  let lastId = 0;
  let idsBefore = 0;
  let responsesRead = 0;
  let wake = () => {};

  return {
    open(context, text, refusal) {
      const promise = context.newPromise();
      const isOneTooMany = lastId - idsBefore >= limits.fetchesPerCall;
      const request =
        refusal ?? (isOneTooMany ? 'too many requests' : readRequest(text, limits.inputSize));
      open.set((lastId += 1), promise);
      if (typeof request !== 'string') post({ type: 'fetch', id: lastId, request });
      else settle(open, lastId, { ok: false, message: request });
      return promise.handle;
    },
    answer(id, response) {
      responsesRead += 1;
      settle(open, id, fitting(response, limits.inputSize));
      wake();
    },
    areDone: () => open.size === 0,
    next(ms) {
      post({ type: 'waiting', responsesRead });
      return new Promise((resolve) => {
        wake = () => resolve();
        setTimeout(wake, ms).unref();
      });
    },
    forget() {
      for (const promise of open.values()) promise.dispose();
      open.clear();
      idsBefore = lastId;
    },
  };
}

/**
 * @param {Map<number, import('quickjs-emscripten').QuickJSDeferredPromise>} open
 * @param {number} id unknown when its script has ended
 * @param {ScriptResponse} response
 */
function settle(open, id, response) {
  const promise = open.get(id);
  open.delete(id);
  promise?.context.newString(JSON.stringify(response)).consume(promise.resolve);
}

/** @param {ScriptResponse} response @param {number} maxSize @returns {ScriptResponse} */
function fitting(response, maxSize) {
  const isTooLarge = response.ok && response.body.length > maxSize;
  return isTooLarge ? { ok: false, message: 'the response is too large' } : response;
}

/**
 * A request as the guest wrote it, or the reason why it is invalid.
 *
 * @param {string} text
 * @param {number} maxSize
 * @returns {ScriptRequest | string}
 */
function readRequest(text, maxSize) {
  if (text.length > maxSize) return 'the request is too large';
  const [url, method, headers, body] = JSON.parse(text);
  return body === null ? { url, method, headers } : { url, method, headers, body };
}
