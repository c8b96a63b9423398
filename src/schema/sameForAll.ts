import { Extensions } from 'type-graphql';

/** For a subscription that shows each event to all its readers alike, whoever they are: it is executed once for all of them. */
export const SameForAll = Extensions({ isSameForAll: true });
