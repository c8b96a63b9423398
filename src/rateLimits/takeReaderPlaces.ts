import type { TakePlace } from './places.js';

/** Whom a reader of a chat counts for. */
interface Reader {
  readonly sessionId: string;
  readonly clientAddress: string;
}

/**
 * Takes one of the places of readers of the chat, and one of those of the client; returns a function that releases both, to be called once.
 * Fails with `TOO_MANY_READERS`, and takes none, where one is not free. Takes none without limits.
 */
export function takeReaderPlaces(
  take: TakePlace | undefined,
  { sessionId, clientAddress }: Reader,
): () => void {
  const leaveChat = take?.('chatReaders', sessionId);
  try {
    const leaveAddress = take?.('addressReaders', clientAddress);
    return () => {
      leaveChat?.();
      leaveAddress?.();
    };
  } catch (error) {
    leaveChat?.();
    throw error;
  }
}
