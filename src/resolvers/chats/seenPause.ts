/** The description of an argument. */
export const SEEN_PAUSE =
  'The number of the pause that you have seen: `TURN_NOT_PAUSED` if the turn has gone on since.';
