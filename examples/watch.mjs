// Prints what happens in a chat as it comes, from the start or after a number: node watch.mjs <sessionId> [after]
// After a lost connection, or an outage of the server's database, it goes on where it stopped.
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const [sessionId, after = '0'] = process.argv.slice(2);
if (!sessionId) {
  console.error('Say which chat: watch.mjs <sessionId> [after]');
  process.exit(2);
}
const url = `${(process.env.PARLEY ?? 'http://127.0.0.1:3000').replace(/^http/, 'ws')}/graphql`;
const client = createClient({ url, webSocketImpl: WebSocket, shouldRetry: () => true });

const query = `subscription ($sessionId: ID!, $after: Int!) {
  chatEvents(sessionId: $sessionId, after: $after) {
    __typename seq
    ... on ChatHeardEvent { text }
    ... on ChatMessageEvent { isFromAgent agentName message { type ... on TextMessage { content { plainText } } } }
    ... on ChatActionEvent { action { type } }
    ... on ChatInputEvent { input { type ... on ChoiceChatInput { items { content } } } }
    ... on ChatTurnEndEvent { isEnded }
  }
}`;
// The client sends the variables again each time it connects: keeping `after` up to date is all it takes to resume.
const variables = { sessionId, after: Number(after) };

try {
  while (!(await watchToEnd()));
} catch (error) {
  console.error(`Stopped after number ${variables.after}: ${reasonOf(error)}`);
  process.exitCode = 1;
}
await client.dispose();

// False after an outage of the database: the server ended the stream, which has to be asked for again.
async function watchToEnd() {
  try {
    for await (const { data, errors } of client.iterate({ query, variables })) {
      if (errors) throw errors;
      const event = data.chatEvents;
      variables.after = event.seq;
      const line = tell(event);
      if (line !== undefined) console.log(`${event.seq}  ${line}`);
    }
    return true;
  } catch (error) {
    const { reason, retryAfter } = error[0]?.extensions ?? {};
    if (reason !== 'UNAVAILABLE') throw error;
    await wait(retryAfter * 1000);
    return false;
  }
}

// The client fails with errors of GraphQL, or with the event by which it lost the connection for good.
function reasonOf(error) {
  if (Array.isArray(error)) return error[0].message;
  return error.message || error.reason || `the connection to ${url} was closed`;
}

function tell({ __typename: type, text, message, isFromAgent, agentName, input, action, isEnded }) {
  if (type === 'ChatHeardEvent') return `you: ${text}`;
  if (type === 'ChatMessageEvent') {
    const from = isFromAgent ? (agentName ?? 'agent') : 'bot';
    return `${from}: ${message.content?.plainText ?? message.type}`;
  }
  if (type === 'ChatActionEvent') return `do:  ${action.type}`;
  if (type === 'ChatInputEvent') {
    const choices = (input.items ?? []).map(({ content }) => content).join(' | ');
    return `     ? ${input.type}${choices && `: ${choices}`}`;
  }
  return isEnded ? '     the chat has ended' : undefined;
}
