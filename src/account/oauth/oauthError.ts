/** The error codes of OAuth 2.0 that this server uses (RFC 6749, sections 4.1.2.1 and 5.2; RFC 7009). */
export type OauthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** The refusal of an OAuth 2.0 request. The message is for developers of clients and contains nothing from the request. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  constructor(
    readonly code: OauthErrorCode,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}
