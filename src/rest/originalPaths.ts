import { isRecord } from '../graphql/record.js';
import { theirStart, theirTurn, withTheirNames } from './originalReply.js';
import { partAt } from './reply.js';
import type { Route, Sent } from './route.js';

/** An address of the original, and the endpoint here that serves it. */
export interface OriginalPath {
  /** As a route has it. */
  readonly path: string;
  /** The endpoint: its method and its path. */
  readonly serves: string;
  /** What a caller of the original sends, as a caller of that endpoint would; the same where absent. */
  readonly sent?: (sent: Sent) => Sent;
  /** The reply as callers of the original read it; the same where absent. */
  readonly respelled?: Route['respelled'];
  /** Which bodies it takes, where several rows have its path: the first that takes one serves it. */
  readonly takes?: Route['takes'];
}

const ofTheirId = ({ params: { typebotId = '', ...params }, ...sent }: Sent): Sent => ({
  ...sent,
  params: { ...params, botId: typebotId },
});

/** A preview by the id in its address; widgets repeat that id where others send a whole bot. */
const sentPreview = (sent: Sent): Sent => {
  const { typebot, ...body } = sent.body;
  return ofTheirId({ ...sent, body: { ...body, ...(isRecord(typebot) && { bot: typebot }) } });
};

const startOf =
  (field: string): Route['respelled'] =>
  (reply, data) =>
    theirStart(reply, partAt(data, `${field}.reply.publishedAt`));

const live = {
  serves: 'post /v1/bots/{publicId}/startChat',
  respelled: startOf('startChat'),
};
const preview = {
  serves: 'post /v1/bots/{botId}/preview/startChat',
  respelled: startOf('startPreviewChat'),
};

/** The one endpoint of older widgets, which starts chats, previews among them, and goes on with them. */
const SEND_MESSAGE = '/v1/sendMessage';

const startParams = ({ startParams: sent }: Sent['body']): Sent['body'] =>
  isRecord(sent) ? sent : {};

/** What such a widget starts with: the id of a bot, or in a preview a whole one. */
function sentStart({ body, ...sent }: Sent): Sent {
  const { typebot, startGroupId, ...params } = startParams(body);
  const id = isRecord(typebot) ? typebot['id'] : typebot;
  const startFrom = { type: 'group', groupId: startGroupId };
  return {
    ...sent,
    params: { publicId: String(id), botId: String(id) },
    body: {
      ...params,
      ...(isRecord(typebot) && { bot: typebot }),
      ...(typeof startGroupId === 'string' && { startFrom }),
      message: body['message'],
    },
  };
}

/** An upload as the first of their widgets prepare it: with the parts of the file's path. */
const sentFilePath = ({ body, ...sent }: Sent): Sent => {
  const { filePathProps, ...file } = body;
  return { ...sent, body: { ...file, ...(isRecord(filePathProps) && filePathProps) } };
};

/** A result, or a list of them, with the bot's id under their name. */
const theirResult = (result: unknown): unknown => {
  if (!isRecord(result)) return result;
  const { botId, ...others } = result;
  return { ...others, typebotId: botId };
};

const RESULTS = '/v1/typebots/{typebotId}/results';
const OUR_RESULTS = '/v1/bots/{botId}/results';
const BLOCK = '/v1/typebots/{typebotId}/blocks/{blockId}';
const OUR_BLOCK = '/v1/bots/{botId}/blocks/{blockId}';
const UPLOAD = { serves: 'post /v3/generate-upload-url' };

/** Every address of the original that is served here, besides those that both spell alike. */
export const originalPaths: readonly OriginalPath[] = [
  { path: '/v1/typebots/{publicId}/startChat', ...live },
  { path: '/v1/typebots/{typebotId}/preview/startChat', sent: sentPreview, ...preview },
  {
    path: SEND_MESSAGE,
    serves: 'post /v1/sessions/{sessionId}/continueChat',
    takes: ({ sessionId }) => typeof sessionId === 'string',
    sent: (sent) => ({ ...sent, params: { sessionId: String(sent.body['sessionId']) } }),
    respelled: theirTurn,
  },
  {
    path: SEND_MESSAGE,
    ...preview,
    takes: (body) => startParams(body)['isPreview'] === true,
    sent: sentStart,
  },
  { path: SEND_MESSAGE, ...live, sent: sentStart },
  {
    path: RESULTS,
    serves: `get ${OUR_RESULTS}`,
    sent: ofTheirId,
    respelled: (reply) =>
      isRecord(reply) && Array.isArray(reply['results'])
        ? { ...reply, results: reply['results'].map(theirResult) }
        : reply,
  },
  { path: RESULTS, serves: `delete ${OUR_RESULTS}`, sent: ofTheirId },
  {
    path: `${RESULTS}/{resultId}`,
    serves: `get ${OUR_RESULTS}/{resultId}`,
    sent: ofTheirId,
    respelled: (reply) =>
      isRecord(reply) ? { ...reply, result: theirResult(reply['result']) } : reply,
  },
  ...['logs', 'transcript'].map((part) => ({
    path: `${RESULTS}/{resultId}/${part}`,
    serves: `get ${OUR_RESULTS}/{resultId}/${part}`,
    sent: ofTheirId,
  })),
  ...['results/{resultId}', 'sessions/{sessionId}', 'web'].map((place) => ({
    path: `${BLOCK}/${place}/executeWebhook`,
    serves: `post ${OUR_BLOCK}/${place}/executeWebhook`,
    sent: ofTheirId,
  })),
  { path: '/v1/generate-upload-url', ...UPLOAD, sent: sentFilePath },
  { path: '/v2/generate-upload-url', ...UPLOAD },
];

/**
 * The routes and, besides them, the addresses of the original, each as a route that runs the operation of the one it
 * stands for. Where both have the same address the reply has the names of both.
 */
export function withOriginalPaths(routes: readonly Route[]): readonly Route[] {
  const shared = routes.map((route) =>
    nameOf(route) === CONTINUE ? { ...route, respelled: withTheirNames } : route,
  );
  return [...shared, ...originalPaths.map((row) => routeOf(row, routes))];
}

const CONTINUE = 'post /v1/sessions/{sessionId}/continueChat';

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function routeOf(row: OriginalPath, routes: readonly Route[]): Route {
  const { path, serves, sent = (given) => given, respelled, takes } = row;
  const ours = routes.find((route) => nameOf(route) === serves);
  if (!ours) throw new Error(`${path} stands for ${serves}, which is no route`);
  return {
    ...ours,
    path,
    variables: (given) => ours.variables(sent(given)),
    ...(respelled && { respelled }),
    ...(takes && { takes }),
  };
}
