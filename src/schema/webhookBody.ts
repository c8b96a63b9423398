import type { WebhookEventType } from './enums.js';

/** The name of an event in the body: `result.started`. */
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

/** The body of a webhook request, as JSON text. It is identical in every attempt. */
export function webhookBody({ eventType, createdAt, data }: ToldEvent): string {
  const type = sentTypeOf(eventType);
  return `{"type":"${type}","timestamp":"${new Date(createdAt).toISOString()}","data":${data}}`;
}
