/** How long the server waits, in milliseconds. Tests use shorter times. */
export interface Timeouts {
  /** Before a watcher looks without a wake-up. */
  readonly pollEvery: number;
  /** Between two comments on an idle stream, so that no proxy closes it. */
  readonly commentEvery: number;
  /** Between two pings of a socket; one that does not answer before the next ping is closed. */
  readonly pingEvery: number;
  /** For a socket to send `connection_init`. */
  readonly initWithin: number;
  /** For the headers of a request, and for each next part of its body. */
  readonly bytesWithin: number;
  /** For a reader to read what was sent to it. */
  readonly stalledAfter: number;
  /** Without a renewal, before the lease of a chat expires. */
  readonly leaseLasts: number;
  /** For a message to wait for the turn of another process. */
  readonly turnWithin: number;
  /** For a whole turn. */
  readonly turnLasts: number;
  /** For a whole turn of a restricted preview. */
  readonly restrictedTurnLasts: number;
  /** Between the signal to stop and the refusal of new connections, so that a load balancer can react. */
  readonly leaveAfter: number;
  /** Before a valid token is looked up again where it grants nothing, as in chats. */
  readonly tokensKnownFor: number;
  /** For a replica to catch up with what was committed before a read; people would notice a longer wait. */
  readonly replicaWithin: number;
  /** Before an unusable replica is tried again. */
  readonly replicaAgainAfter: number;
  /** Between two searches for background work. */
  readonly workEvery: number;
  /** For a visitor who has paid to return, before the chat continues without them. */
  readonly settleAfter: number;
  /** For a webhook to respond. */
  readonly webhookWithin: number;
  /** Without an outcome, before another worker takes over the delivery of an event to a webhook. */
  readonly webhookLeaseLasts: number;
  /** Before the second attempt to deliver an event to a webhook; each further pause is twice as long. */
  readonly webhookAgainAfter: number;
}

/** The time-outs of a server. */
export const TIMEOUTS: Timeouts = {
  pollEvery: 5_000,
  commentEvery: 15_000,
  pingEvery: 12_000,
  initWithin: 3_000,
  bytesWithin: 10_000,
  stalledAfter: 30_000,
  leaseLasts: 10_000,
  turnWithin: 30_000,
  turnLasts: 60_000,
  restrictedTurnLasts: 10_000,
  leaveAfter: 2_000,
  tokensKnownFor: 5_000,
  replicaWithin: 100,
  replicaAgainAfter: 5_000,
  workEvery: 1_000,
  settleAfter: 600_000,
  webhookWithin: 15_000,
  webhookLeaseLasts: 60_000,
  webhookAgainAfter: 1_000,
};
