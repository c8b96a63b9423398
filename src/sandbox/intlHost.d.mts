/** Opens the bridge for one script, in the zone of its chat: a maker and a call as text, the answer as text. */
export function openIntl(timeZone: string): (maker: string, call: string) => string;
