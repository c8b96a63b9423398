import { createHttp, type HttpOptions } from './http.js';

/** Files have no limit of size; a transfer may take ten minutes. */
const LIMITS = {
  redirects: 0,
  timeoutMs: 600_000,
  requestBytes: Infinity,
  responseBytes: Infinity,
};

/** Adds a `fetch` to the settings of the file bucket. Unlike requests of flows, it may reach the bucket's host in a private network. */
export function reachBucket<Bucket extends { readonly endpoint?: string | undefined }>(
  { s3, outboundAllowedHosts }: { s3: Bucket | undefined; outboundAllowedHosts: readonly string[] },
  log: HttpOptions['log'],
): (Bucket & { readonly fetch: typeof fetch }) | undefined {
  if (!s3) return undefined;
  const bucketHost = s3.endpoint === undefined ? [] : [new URL(s3.endpoint).host];
  const allowedHosts = [...bucketHost, ...outboundAllowedHosts];
  const http = createHttp({ allowedHosts, ...(log && { log }), limits: LIMITS });
  return { ...s3, fetch: http.openFetch() };
}
