/** The error codes of OAuth 2.0 that this server answers with (RFC 6749, sections 4.1.2.1 and 5.2; RFC 7009). */
export type OauthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A request of OAuth 2.0 that is refused. The message is for developers of clients; it repeats nothing that was sent. */
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
