import { isRecord } from '../graphql/record.js';

type Members = Readonly<Record<string, unknown>>;

/** The version in which bots are stored; a theme of another one says so itself. */
const VERSION = '6';

/** What makes the members of an action that callers of the original read, from its payload here. */
const theirMembers: Readonly<Record<string, (payload: unknown) => Members>> = {
  analytics: (payload) => ({ googleAnalytics: payload }),
  trackingPixel: (payload) => ({ pixel: payload }),
  streamAiCompletion: (payload) => ({ streamOpenAiChatCompletion: payload }),
  webhookToExecute: (payload) => ({ httpRequestToExecute: payload }),
  supportWidget: (payload) => ({ chatwoot: withTheirWindow(payload) }),
  startPropsToInject: (payload) => ({ startPropsToInject: withTheirProps(payload) }),
  listenForWebhook: () => ({ scriptToExecute: { content: CANNOT_LISTEN, args: [] } }),
};

/** Their widgets run what they find under a name they know, whatever the type, and report a script that fails. */
const CANNOT_LISTEN = `throw new Error(${JSON.stringify(
  'This widget cannot wait for a webhook of this server; show the bot with <parley-chat> instead',
)});`;

/** The reply with each client action and each part drawn by code under the original's names, too. Nothing is taken away. */
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
 * The reply of a start as callers of the original read it: the bot is a `typebot` with its version and the time it was
 * published, by which their widgets know whether a chat they remember may go on, and lists without members are there.
 */
export function theirStart(reply: unknown, publishedAt: unknown): Members {
  const { bot, ...others } = theirTurn(reply);
  const { theme } = isRecord(bot) ? bot : {};
  const version = (isRecord(theme) && theme['version']) || VERSION;
  const isPublished = typeof publishedAt === 'string' && { publishedAt };
  return { ...others, ...(isRecord(bot) && { typebot: { version, ...bot, ...isPublished } }) };
}

/** The same of a reply that only their callers get, with lists that are empty where nothing is in them. */
export function theirTurn(reply: unknown): Members {
  return { clientSideActions: [], logs: [], ...withTheirNames(reply) };
}

/**
 * A reply to one of their oldest widgets, which read parts of the theme, the settings and an input without looking
 * whether they are there: an empty one is as good as none to them. Absent typing has a default there, so it stays absent.
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

/** The script of a support widget closes the chat of the page, whose library has another name there. */
function withTheirWindow(payload: unknown): unknown {
  const script = isRecord(payload) ? payload['scriptToExecute'] : undefined;
  if (!isRecord(script)) return payload;
  const content = String(script['content']).replaceAll('window.Bot', 'window.Typebot');
  return { scriptToExecute: { ...script, content } };
}

/** Their widgets give such code the element as `typebotElement`; that of this server has it as a parameter. */
function withTheirElement(message: unknown): unknown {
  if (!isRecord(message) || message['type'] !== 'custom-embed') return message;
  const { content } = message;
  const code = isRecord(content) ? content['initFunction'] : undefined;
  if (!isRecord(content) || !isRecord(code)) return message;
  const initFunction = { ...code, content: `${THEIR_ELEMENT}${String(code['content'])}` };
  return { ...message, content: { ...content, initFunction } };
}

const THEIR_ELEMENT = 'var botElement = botElement || typebotElement;\n';
