/** Whether lists and objects are nested deeper in a JSON text than `max`. */
export function isDeeperThan(json: string, max: number): boolean;
