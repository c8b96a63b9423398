import { Extensions } from 'type-graphql';

/** Declares that a subscription sends the same events to all subscribers, so that each event is executed once for all of them. */
export const SameForAll = Extensions({ isSameForAll: true });
