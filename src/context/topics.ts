/** The topic for watchers of a bot's results and counts. */
export function resultsTopic(botId: string): string {
  return `results:${botId}`;
}

/** The topic for watchers of the inbox of a workspace. */
export function chatsTopic(workspaceId: string): string {
  return `chats:${workspaceId}`;
}

/** The topic for watchers of the list of a workspace's bots. */
export function botsTopic(workspaceId: string): string {
  return `bots:${workspaceId}`;
}

/** The topic for watchers of the totals of a workspace's bots, within one process. */
export function totalsTopic(workspaceId: string): string {
  return `totals:${workspaceId}`;
}

/** The topic for watchers of the people who have a bot open. */
export function editorsTopic(botId: string): string {
  return `editors:${botId}`;
}

/** The topic for watchers of the people who have a chat open. */
export function viewersTopic(sessionId: string): string {
  return `viewers:${sessionId}`;
}

/** The topic for changes to the rights of a person. */
export function rightsTopic(userId: string): string {
  return `rights:${userId}`;
}
