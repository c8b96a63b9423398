/** Whether a text is visible: it has more than blanks and characters without a shape. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}]/u.test(text);
}

const SECRET_NAME =
  /(?:authorization|cookie|token|secret|passw(?:or)?d|passphrase|pwd|(?:api|access|private|secret|idempotency|functions|subscription)[-_]?key|signature|credentials?|database[-_]?url|session[-_]?id|(?<![a-z])(?:auth|pass|sig))$/i;

/** Whether the value under this name is a secret: a header, a member of a document, a field of a log entry. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
