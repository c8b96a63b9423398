import { Router } from 'express';
import type { Config } from '../config/config.js';
import { openConnect } from './connect/endpoints.js';
import type { Services } from '../context/context.js';
import { createHttp } from '../integrations/http.js';
import type { Log } from '../log/log.js';
import { openSignIn } from './signIn/endpoints.js';
import { openIssuer } from './signIn/issuer.js';

/** The pages on which people sign in and connect their accounts, with their outgoing requests. */
export function openAccountPages(services: Services, config: Config, log: Log): Router {
  const { oidc, googleClient: client, vendorAddresses: addresses, isProduction } = config;
  // Redirects are not followed, because they could pass on our secrets.
  const limits = { redirects: 0, responseBytes: 1_000_000 };
  const http = createHttp({ allowedHosts: config.outboundAllowedHosts, log, limits });
  const router = Router();
  router.use(openConnect({ services, log, google: client && { client, addresses, http } }));
  const elsewhere = oidc && { issuer: openIssuer(oidc, http), log };
  router.use(openSignIn(services, { elsewhere, hasExplorer: !isProduction }));
  return router;
}
