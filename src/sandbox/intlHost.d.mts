/** Opens the bridge for one script, in the zone of its chat. It takes a maker and a call as text, and returns the result as text. */
export function openIntl(timeZone: string): (maker: string, call: string) => string;
