import { isRecord } from '../graphql/record.js';
import { theirStart, theirTurn, withParts, withTheirNames } from './originalReply.js';
import { partAt } from './reply.js';
import { type Route, type Sent, variablesOf } from './route.js';

/** A path of the original, and the endpoint that serves it. */
export interface OriginalPath {
  /** In the form of `Route.path`. */
  readonly path: string;
  /** The method and path of the endpoint. */
  readonly serves: string;
  /** Converts the request of a client of the original to one for that endpoint; unchanged if absent. */
  readonly sent?: (sent: Sent) => Sent;
  /** Further variables of the operation. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Converts the reply for clients of the original; unchanged if absent. */
  readonly respelled?: Route['respelled'];
  /** Whether this row serves a body, if several rows have its path: the first that accepts it serves it. */
  readonly takes?: Route['takes'];
}

const ofTheirId = ({ params: { typebotId, ...params }, ...sent }: Sent): Sent => ({
  ...sent,
  params: typebotId === undefined ? params : { ...params, botId: typebotId },
});

/** A bot in the member `typebot`, whose parts may have the original's names. */
const sentBot = ({ body: { typebot, ...body }, ...sent }: Sent): Sent =>
  ofTheirId({ ...sent, body: { bot: typebot, ...body } });

/** A preview by the id in the path. Widgets repeat that id in `typebot`, where other clients send a whole bot. */
const sentPreview = (sent: Sent): Sent => {
  const { typebot, ...body } = sent.body;
  return ofTheirId({ ...sent, body: { ...body, ...(isRecord(typebot) && { bot: typebot }) } });
};

const startOf = (field: string) => (reply: unknown, data: unknown) =>
  theirStart(reply, partAt(data, `${field}.reply.publishedAt`));

const liveStart = startOf('startChat');
const previewStart = startOf('startPreviewChat');
const LIVE = 'post /v1/bots/{publicId}/startChat';
const PREVIEW = 'post /v1/bots/{botId}/preview/startChat';

/** The only endpoint of older widgets: it starts chats, including previews, and continues them. */
const SEND_MESSAGE = '/v1/sendMessage';

const startParams = ({ startParams: sent }: Sent['body']): Sent['body'] =>
  isRecord(sent) ? sent : {};

/** The start options of such a widget: the id of a bot, under its name in the path, or a whole bot for a preview. */
const sentStart =
  (idName: 'publicId' | 'botId') =>
  ({ body, ...sent }: Sent): Sent => {
    const { typebot, startGroupId, ...params } = startParams(body);
    const named = isRecord(typebot) ? typebot['id'] : typebot;
    // Other values name no bot, and cannot always be converted to text.
    const id = typeof named === 'string' ? named : '';
    const startFrom = { type: 'group', groupId: startGroupId };
    return {
      ...sent,
      params: { [idName]: id },
      body: {
        ...params,
        ...(isRecord(typebot) && { bot: typebot }),
        ...(typeof startGroupId === 'string' && { startFrom }),
        message: body['message'],
      },
    };
  };

/** An upload as early widgets prepare it, with the parts of the file's path. */
const sentFilePath = ({ body, ...sent }: Sent): Sent => {
  const { filePathProps, ...file } = body;
  return { ...sent, body: { ...file, ...(isRecord(filePathProps) && filePathProps) } };
};

/** A result with the bot's id under the original's name. */
const theirResult = (result: unknown): unknown => {
  if (!isRecord(result)) return result;
  const { botId, ...others } = result;
  return { ...others, typebotId: botId };
};

const theirBot: Route['respelled'] = (reply) => {
  if (!isRecord(reply)) return reply;
  const { bot, ...others } = reply;
  return { ...others, typebot: bot };
};

/** A bot in a list. */
const theirListed = (bot: unknown): unknown =>
  isRecord(bot) ? { ...bot, publishedTypebotId: bot['publishedBotId'] } : bot;

/** The reply of the original where there is nothing to return. */
const withSuccess: Route['respelled'] = (reply) => ({
  message: 'success',
  ...(isRecord(reply) && reply),
});

const BOT = '/v1/typebots/{typebotId}';
const OUR_BOT = '/v1/bots/{botId}';
const WHOLE = { sent: sentBot, variables: { forOriginal: true }, respelled: theirBot };
const RESULTS = `${BOT}/results`;
const OUR_RESULTS = `${OUR_BOT}/results`;
const BLOCK = `${BOT}/blocks/{blockId}`;
const OUR_BLOCK = `${OUR_BOT}/blocks/{blockId}`;
const UPLOAD = { serves: 'post /v3/generate-upload-url' };

/** All paths of the original that are served here, apart from those that are the same. */
export const originalPaths: readonly OriginalPath[] = [
  { path: '/v1/typebots/{publicId}/startChat', serves: LIVE, respelled: liveStart },
  { path: `${BOT}/preview/startChat`, serves: PREVIEW, sent: sentPreview, respelled: previewStart },
  {
    path: SEND_MESSAGE,
    serves: 'post /v1/sessions/{sessionId}/continueChat',
    takes: ({ sessionId }) => typeof sessionId === 'string',
    sent: (sent) => ({ ...sent, params: { sessionId: String(sent.body['sessionId']) } }),
    respelled: (reply) => withParts(theirTurn(reply)),
  },
  {
    path: SEND_MESSAGE,
    serves: PREVIEW,
    takes: (body) => startParams(body)['isPreview'] === true,
    sent: sentStart('botId'),
    respelled: (reply, data) => withParts(previewStart(reply, data)),
  },
  {
    path: SEND_MESSAGE,
    serves: LIVE,
    sent: sentStart('publicId'),
    respelled: (reply, data) => withParts(liveStart(reply, data)),
  },
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
  {
    path: '/v1/typebots',
    serves: 'get /v1/bots',
    respelled: (reply) => {
      if (!isRecord(reply)) return reply;
      const { bots, ...others } = reply;
      return { ...others, typebots: Array.isArray(bots) ? bots.map(theirListed) : bots };
    },
  },
  {
    // Only imports accept parts with the names of the original.
    path: '/v1/typebots',
    serves: 'post /v1/bots/import',
    takes: ({ typebot }) => isRecord(typebot) && 'groups' in typebot,
    ...WHOLE,
  },
  { path: '/v1/typebots', serves: 'post /v1/bots', ...WHOLE },
  { path: '/v1/typebots/import', serves: 'post /v1/bots/import', ...WHOLE },
  { path: BOT, serves: `get ${OUR_BOT}`, ...WHOLE },
  { path: BOT, serves: `patch ${OUR_BOT}`, ...WHOLE },
  { path: BOT, serves: `delete ${OUR_BOT}`, sent: ofTheirId, respelled: withSuccess },
  ...['publish', 'unpublish'].map((verb) => ({
    path: `${BOT}/${verb}`,
    serves: `post ${OUR_BOT}/${verb}`,
    sent: ofTheirId,
    respelled: withSuccess,
  })),
  { path: '/v1/generate-upload-url', ...UPLOAD, sent: sentFilePath },
  { path: '/v2/generate-upload-url', ...UPLOAD },
];

/**
 * The routes, followed by those of the original's paths, each with the operation of the endpoint that serves it. Where both have the same
 * path, the reply has the names of both.
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
  const { path, serves, sent = (given) => given, variables, respelled, takes } = row;
  const ours = routes.find((route) => nameOf(route) === serves);
  if (!ours) throw new Error(`${path} stands for ${serves}, which is no route`);
  return {
    ...ours,
    path,
    variables: (given) => ({ ...variablesOf(ours, sent(given)), ...variables }),
    ...(respelled && { respelled }),
    ...(takes && { takes }),
  };
}
