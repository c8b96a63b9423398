import { randomUUID } from 'node:crypto';
import { openConnection, type Connection } from './connection.js';
import { ANSWER } from './flow.js';
import type { BenchServer } from './server.js';
import type { Caller, Target } from './target.js';

/** The operations of a transport, over a connection; both return the text of the response. */
interface Transport {
  start(connection: Connection, publicId: string): Promise<string>;
  continue(connection: Connection, sessionId: string): Promise<string>;
}

/** The transports of a running server, each driven as a client would, over real sockets. */
export function openTransports(server: BenchServer, publicId: string): Target[] {
  const way = (name: Target['name'], transport: Transport): Target => ({
    name,
    openCaller: () => openCaller(transport, server.port, publicId),
    cpuTime: server.cpuTime,
  });
  return [
    way('rest', restTransport()),
    way('keyed', restTransport(ownKey)),
    way('graphql', graphqlTransport),
  ];
}

const restTransport = (head: () => string = () => ''): Transport => ({
  start: (connection, publicId) =>
    connection.post(`/api/v1/bots/${publicId}/startChat`, '{}', head()),
  continue: (connection, sessionId) => {
    const path = `/api/v1/sessions/${sessionId}/continueChat`;
    return connection.post(path, `{"message":"${ANSWER}"}`, head());
  },
});

const ownKey = (): string => `Idempotency-Key: ${randomUUID()}\r\n`;

/** The selection of a chat window. */
const REPLY =
  'reply { sessionId messages { messageId type document } input { blockId type document } }';
const START = `mutation ($input: StartChatInput!) { startChat(input: $input) { ${REPLY} } }`;
const CONTINUE = `mutation ($input: ContinueChatInput!) { continueChat(input: $input) { ${REPLY} } }`;

const graphqlTransport: Transport = {
  start: (connection, publicId) =>
    connection.post('/graphql', operation(START, { publicId, prefilledVariables: {} })),
  continue: (connection, sessionId) =>
    connection.post('/graphql', operation(CONTINUE, { sessionId, message: ANSWER })),
};

function operation(query: string, input: object): string {
  return JSON.stringify({ query, variables: { input } });
}

function openCaller(transport: Transport, port: number, publicId: string): Caller {
  const connection = openConnection(port);
  let sessionId = '';
  return {
    chat: () => sessionId,
    async start() {
      sessionId = sessionIdIn(asked(await transport.start(connection, publicId)));
    },
    async continue() {
      asked(await transport.continue(connection, sessionId));
    },
    close: () => connection.close(),
  };
}

/** Every turn of the flow ends with an input; a reply without one is a failure. */
function asked(body: string): string {
  if (!body.includes('"type":"text input"')) throw new Error(`Not the reply expected: ${body}`);
  return body;
}

function sessionIdIn(body: string): string {
  const [, id] = /"sessionId":"(\w+)"/.exec(body) ?? [];
  if (id === undefined) throw new Error(`No session id in ${body}`);
  return id;
}
