import type { RequestHandler } from 'express';
import type { Services } from '../../context/context.js';
import { TokenScope } from '../../schema/enums.js';
import { GRANT_TYPES } from './tokenEndpoint.js';

/**
 * The paths of the metadata (RFC 8414, section 3.1). A server below a path has that path at the end, if its proxy passes such requests on.
 */
export const METADATA = ['/.well-known/oauth-authorization-server{/*path}'];

/** Describes this server to clients (RFC 8414). */
export function describeServer({ ownAddress }: Pick<Services, 'ownAddress'>): RequestHandler {
  return ({ params }, response, next) => {
    const issuer = ownAddress();
    const below = [params['path'] ?? []].flat().join('/');
    const isOurs = below === '' || `/${below}` === new URL(issuer).pathname;
    if (!isOurs) return next();
    response.json({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: Object.keys(TokenScope),
      authorization_response_iss_parameter_supported: true,
    });
  };
}
