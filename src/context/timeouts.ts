/** How long the server waits, in milliseconds. Tests use shorter times. */
export interface Timeouts {
  /** Before a watcher looks without having been woken. */
  readonly pollEvery: number;
  /** Between two comments on an idle stream, so that no proxy closes it. */
  readonly commentEvery: number;
  /** Between two pings of a socket; one that does not answer before the next ping is closed. */
  readonly pingEvery: number;
  /** For a socket to send `connection_init`. */
  readonly initWithin: number;
  /** For the headers of a request, and for each next part of its body. */
  readonly bytesWithin: number;
  /** For a reader to read what waits for it. */
  readonly stalledAfter: number;
  /** After this time without a renewal the lease of a chat has expired. */
  readonly leaseLasts: number;
  /** How long a message waits for the turn of another process. */
  readonly turnWithin: number;
  /** How long one turn may take in all. */
  readonly turnLasts: number;
  /** How long a turn of a restricted preview may take in all. */
  readonly restrictedTurnLasts: number;
  /** Between the signal to stop and the refusal of new connections, so that a load balancer can react. */
  readonly leaveAfter: number;
  /** A valid token that grants nothing, as in chats, is not looked up again for this time. */
  readonly tokensKnownFor: number;
  /** For a replica to have what was committed before a read of it; people notice a longer wait. */
  readonly replicaWithin: number;
  /** Before the next look at a replica that is not used. */
  readonly replicaAgainAfter: number;
  /** Between two looks for background work. */
  readonly workEvery: number;
  /** How long a visitor who has paid is waited for, before the chat goes on without them. */
  readonly settleAfter: number;
  /** For a webhook to answer. */
  readonly webhookWithin: number;
  /** After this time without an outcome, the delivery of an event to a webhook is begun by another worker. */
  readonly webhookLeaseLasts: number;
  /** Before the second attempt to tell a webhook of an event; each further pause is twice as long. */
  readonly webhookAgainAfter: number;
}

/** The defaults. */
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
