import { z } from 'zod';

/**
 * 1 to 255 characters that need no escape in an address (RFC 3986), and not a step of a path (docs/spec-choices.md,
 * "Bots").
 */
const PUBLIC_ID = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,255}$/;

/** The name a bot's public chats are started by; case-sensitive. */
export const publicIdSchema = z
  .string()
  .regex(
    PUBLIC_ID,
    'Must be 1 to 255 of the characters A–Z a–z 0–9 - . _ ~, and neither "." nor ".."',
  );
