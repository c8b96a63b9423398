import type { WebhookEventType } from './enums.js';

/** The name of an event as receivers see it: `result.started`. */
export function sentTypeOf(eventType: WebhookEventType): string {
  return eventType.toLowerCase().replace('_', '.');
}

/** An event that a webhook receives. */
interface ToldEvent {
  readonly eventType: WebhookEventType;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** JSON text. */
  readonly data: string;
}

/** The body that a webhook receives, as JSON text: the same in every attempt, byte by byte. */
export function webhookBody({ eventType, createdAt, data }: ToldEvent): string {
  const type = sentTypeOf(eventType);
  return `{"type":"${type}","timestamp":"${new Date(createdAt).toISOString()}","data":${data}}`;
}
