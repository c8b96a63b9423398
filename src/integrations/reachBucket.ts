import { createHttp, type HttpOptions } from './http.js';

/** Files are as large as they are; one may take ten minutes. */
const LIMITS = {
  redirects: 0,
  timeoutMs: 600_000,
  requestBytes: Infinity,
  responseBytes: Infinity,
};

/** The bucket of files with a way of its own to it: that one host may be private, which no flow may reach for that. */
export function reachBucket<Bucket extends { readonly endpoint?: string | undefined }>(
  { s3, outboundAllowedHosts }: { s3: Bucket | undefined; outboundAllowedHosts: readonly string[] },
  log: HttpOptions['log'],
): (Bucket & { readonly fetch: typeof fetch }) | undefined {
  if (!s3) return undefined;
  const own = s3.endpoint === undefined ? [] : [new URL(s3.endpoint).host];
  const allowedHosts = [...own, ...outboundAllowedHosts];
  const way = createHttp({ allowedHosts, ...(log && { log }), limits: LIMITS });
  return { ...s3, fetch: way.openFetch() };
}
