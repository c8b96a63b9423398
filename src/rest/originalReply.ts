import { isRecord } from '../graphql/record.js';

type Members = Readonly<Record<string, unknown>>;

/** The version of stored bots. A theme of another version says so itself. */
const VERSION = '6';

/** The members that clients of the original read from an action, made from its payload here. */
const theirMembers: Readonly<Record<string, (payload: unknown) => Members>> = {
  analytics: (payload) => ({ googleAnalytics: payload }),
  trackingPixel: (payload) => ({ pixel: payload }),
  streamAiCompletion: (payload) => ({ streamOpenAiChatCompletion: payload }),
  webhookToExecute: (payload) => ({ httpRequestToExecute: payload }),
  supportWidget: (payload) => ({ chatwoot: withTheirWindow(payload) }),
  startPropsToInject: (payload) => ({ startPropsToInject: withTheirProps(payload) }),
  listenForWebhook: () => ({ scriptToExecute: { content: CANNOT_LISTEN, args: [] } }),
};

/** The original's widgets run any member with a known name, whatever the action's type, and report a script that throws. */
const CANNOT_LISTEN = `throw new Error(${JSON.stringify(
  'This widget cannot wait for a webhook of this server; show the bot with <parley-chat> instead',
)});`;

/** Adds the original's names to the client actions and code parts of a reply. Nothing is removed. */
export function withTheirNames(reply: unknown): Members {
  if (!isRecord(reply)) return {};
  const { messages, clientSideActions: actions } = reply;
  return {
    ...reply,
    ...(Array.isArray(messages) && { messages: messages.map(withTheirElement) }),
    ...(Array.isArray(actions) && { clientSideActions: actions.map(withTheirMembers) }),
  };
}

/**
 * The reply of a start for clients of the original. The bot is `typebot`, with its version and publishing time, by which widgets decide
 * whether a remembered chat may continue. Empty lists are present.
 */
export function theirStart(reply: unknown, publishedAt: unknown): Members {
  const { bot, ...others } = theirTurn(reply);
  const { theme } = isRecord(bot) ? bot : {};
  const version = (isRecord(theme) && theme['version']) || VERSION;
  const isPublished = typeof publishedAt === 'string' && { publishedAt };
  return { ...others, ...(isRecord(bot) && { typebot: { version, ...bot, ...isPublished } }) };
}

/** The reply of a turn for clients of the original, in which empty lists are present. */
export function theirTurn(reply: unknown): Members {
  return { clientSideActions: [], logs: [], ...withTheirNames(reply) };
}

/**
 * A reply for the oldest widgets, which read parts of the theme, the settings and an input without checking that they exist. Missing parts
 * become empty objects, except typing, which has a default there.
 */
export function withParts(reply: Members): Members {
  const { typebot: bot, input } = reply;
  return {
    ...reply,
    ...(isRecord(bot) && {
      typebot: {
        ...bot,
        theme: filled(bot['theme'], ['general', 'chat']),
        settings: filled(bot['settings'], ['general', 'metadata']),
      },
    }),
    ...(isRecord(input) && { input: { ...input, options: filled(input['options'], ['labels']) } }),
  };
}

function filled(whole: unknown, parts: readonly string[]): Members {
  const empty = Object.fromEntries(parts.map((part) => [part, {}]));
  return { ...empty, ...(isRecord(whole) && whole) };
}

function withTheirMembers(action: unknown): unknown {
  if (!isRecord(action)) return action;
  const type = String(action['type']);
  return { ...action, ...theirMembers[type]?.(action[type]) };
}

function withTheirProps(props: unknown): unknown {
  if (!isRecord(props)) return props;
  return {
    ...props,
    googleAnalyticsId: props['analyticsId'],
    pixelIds: props['trackingPixelIds'],
    gtmId: props['tagManagerId'],
  };
}

/** Renames the chat library in the script of a support widget, which closes the chat of the page. */
function withTheirWindow(payload: unknown): unknown {
  const script = isRecord(payload) ? payload['scriptToExecute'] : undefined;
  if (!isRecord(script)) return payload;
  const content = String(script['content']).replaceAll('window.Bot', 'window.Typebot');
  return { scriptToExecute: { ...script, content } };
}

/** The original's widgets pass the element as `typebotElement`; here the code expects `botElement`. */
function withTheirElement(message: unknown): unknown {
  if (!isRecord(message) || message['type'] !== 'custom-embed') return message;
  const { content } = message;
  const code = isRecord(content) ? content['initFunction'] : undefined;
  if (!isRecord(content) || !isRecord(code)) return message;
  const initFunction = { ...code, content: `${THEIR_ELEMENT}${String(code['content'])}` };
  return { ...message, content: { ...content, initFunction } };
}

const THEIR_ELEMENT = 'var botElement = botElement || typebotElement;\n';
