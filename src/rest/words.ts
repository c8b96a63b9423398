import type { JsonSchema } from './jsonSchema.js';

/**
 * What members of documents mean, by their name, or by `<parent>.<name>` where a name means several things. Stands in
 * where the type a member comes from says nothing itself.
 */
const words: Readonly<Record<string, string>> = {
  version: 'The version of the schema the document is written in',
  events: 'Where the flow can be entered',
  id: 'Names this part; references within the document point at it',
  'bot.id': 'The id of the bot',
  'messages.id': 'The block that says it',
  'input.id': 'The block that asks',
  type: 'The kind of thing it is',
  outgoingEdgeId: 'The edge that leaves it',
  graphCoordinates: 'Where it stands in the editor',
  x: 'From left to right, in px',
  y: 'From top to bottom, in px',
  groups: 'The groups of blocks',
  title: 'What people call it',
  'metadata.title': 'The title of the page',
  blocks: 'What the group does, in order',
  edges: 'What joins the parts',
  from: 'Where the edge begins',
  to: 'Where the edge leads',
  eventId: 'The event',
  blockId: 'The block',
  itemId: 'The item of the block; absent: the block as a whole',
  pathId: 'The path of the item or block',
  groupId: 'The group',
  variables: 'What the flow remembers',
  name: 'What people call it',
  value: 'What it holds',
  'comparisons.value': 'What to compare with',
  isSessionVariable: 'Whether it is forgotten with the chat, and left out of results',
  theme: 'How the bot looks; what it does not say has its default',
  general: 'What holds for the whole',
  font: 'The font',
  family: 'The name of the font',
  css: 'Where the font is defined',
  url: 'The address',
  background: 'What is behind the chat',
  content: 'What it holds; depends on its type',
  'background.content': 'A colour, or the address of an image',
  progressBar: 'The bar that shows how far the chat is',
  isEnabled: 'Whether it is switched on',
  color: 'The colour of the text, in CSS',
  'progressBar.color': 'The colour of the part that is done, in CSS',
  'border.color': 'The colour of the line, in CSS',
  backgroundColor: 'The colour behind it, in CSS',
  placement: 'At which end of the page it stands',
  position: 'Whether it stays when the page is scrolled',
  thickness: 'How thick it is, in px',
  chat: 'How the chat looks',
  container: 'The box around the chat',
  blur: 'How much of what is behind it is blurred, in px',
  opacity: 'From 0, clear, to 1, solid',
  shadow: 'How large its shadow is',
  border: 'The line around it',
  roundeness: 'How round its corners are (spelt so in every stored theme)',
  customRoundeness: 'How round its corners are when `roundeness` is `custom`, in px',
  maxWidth: 'How wide it may be, in CSS',
  maxHeight: 'How high it may be, in CSS',
  hostAvatar: 'The picture beside what the bot says',
  guestAvatar: 'The picture beside what the visitor says',
  hostBubbles: 'What the bot says',
  guestBubbles: 'What the visitor says',
  buttons: 'Buttons',
  inputs: 'Fields to fill in',
  placeholderColor: 'The colour of the hint in an empty field, in CSS',
  roundness: 'How round corners are where nothing else says so',
  buttonsInput: 'How a choice of buttons looks',
  layout: 'How the buttons are laid out',
  customCss: 'Styles added to those of the chat',
  settings: 'How the bot behaves; what they do not say has its default',
  isBrandingEnabled: 'Whether the page names the product',
  isTypingEmulationEnabled: 'Whether the bot seems to type (before version 6)',
  isInputPrefillEnabled: 'Whether inputs show what their variable holds already',
  isHideQueryParamsEnabled: 'Whether values sent in the address are taken out of it',
  isNewResultOnRefreshEnabled:
    'Whether loading the page again starts another chat (before `rememberUser`)',
  rememberUser: 'Whether a visitor who comes back goes on with their result',
  storage: 'How long the browser remembers: for the session, or for good',
  systemMessages: 'The texts of the product itself',
  invalidMessage: 'Said when an answer is not valid',
  botClosed: 'Said when the bot is closed',
  networkErrorTitle: 'Heads the message that the server cannot be reached',
  networkErrorMessage: 'Said when the server cannot be reached',
  popupBlockedTitle: 'Heads the message that a window was blocked',
  popupBlockedDescription: 'Said when a window was blocked',
  popupBlockedButtonLabel: 'On the button that opens the blocked window',
  fileUploadError: 'Said when an upload fails',
  fileUploadSizeError: 'Said when a file is too large',
  messengerPictureChoiceSelectLabel: 'On the button that chooses a picture in the messenger',
  typingEmulation: 'The wait before each message, as if somebody typed',
  enabled: 'Whether the bot seems to type',
  speed: 'In words a minute',
  maxDelay: 'The longest wait before a message, in seconds',
  delayBetweenBubbles: 'The wait between two messages, in seconds',
  isDisabledOnFirstMessage: 'Whether the first message comes at once',
  metadata: 'What the page says about itself',
  'SentMessage.metadata': 'What the channel says about the message',
  description: 'What it is about',
  'logs.description': 'What happened, for a person',
  imageUrl: 'The picture shown where the page is linked',
  favIconUrl: 'The icon of the page',
  customHeadCode: 'HTML added to the head of the page',
  tagManagerId: 'The id of a tag manager that the page loads',
  allowIndexing: 'Whether search engines may list the page',
  messengerChannel: 'How the bot answers in a messenger',
  startCondition: 'Which first message starts the bot',
  logicalOperator: 'Whether all of the comparisons must hold, or one',
  comparisons: 'What the message is compared with',
  comparisonOperator: 'How it is compared',
  sessionExpiryTimeout: 'Hours after which a chat of the messenger is over',
  isWebhookForwardingEnabled: 'Whether events of the messenger are passed on',
  webhookForwardingEventTypes: 'Which events of the messenger are passed on',
  errorAndMarketingStatusWebhookForwardUrl: 'Where events of the messenger are passed on to',
  publicShare: 'Whether anybody may copy the flow',
  security: 'Who may embed the bot',
  allowedOrigins: 'The origins of pages that may embed it; empty: all',
  selectedThemeTemplateId: 'The theme template its theme was taken from',
  icon: 'An emoji or the address of an image',
  folderId: 'The folder it sits in; null at the root',
  publicId: 'The name public chats are started by; unique on the server',
  customDomain: 'The host, or host and path, it answers at; unique on the server',
  workspaceId: 'The workspace it belongs to',
  resultsTablePreferences: 'How the table of results is laid out',
  columnsOrder: 'The columns, from left to right',
  columnsVisibility: 'Whether a column is shown, by its id',
  columnsWidth: 'How wide a column is in px, by its id',
  isArchived: 'An archived bot can be neither listed nor chatted with',
  isClosed: 'A closed bot refuses new chats',
  messengerCredentialsId: 'The credentials of its messaging-app channel',
  riskLevel: 'How much it is suspected of abuse',
  createdAt: 'When it was made',
  updatedAt: 'When it was last written',
  'BotPatch.updatedAt':
    'The time of the bot as you know it; refused when the bot has changed since',
  botId: 'The bot it was published from',
  bot: 'The bot',
  messages: 'What the bot says, in order',
  lastMessageNewFormat: 'The sent message as it was understood, when that differs',
  input: 'What the chat waits for',
  options: 'How it is set up; depends on its kind',
  items: 'What can be chosen',
  prefilledValue: 'What the linked variable holds already',
  runtimeOptions: 'What only holds for this chat, such as the secret of a payment',
  clientSideActions: 'What the client is to run',
  lastBubbleBlockId: 'The bubble to run it after; absent: before anything is shown',
  expectsDedicatedReply: 'Whether the chat waits for what it gives',
  logs: 'What happened in this turn that somebody may want to know',
  status: '`success`, `error` or `info`',
  details: 'More about it, of any shape',
  dynamicTheme: 'Addresses that follow variables, where they changed',
  hostAvatarUrl: 'The picture beside what the bot says',
  guestAvatarUrl: 'The picture beside what the visitor says',
  backgroundUrl: 'The picture behind the chat',
  progress: 'How far the chat is, from 0 to 100',
  text: 'What the person says',
  replyId: 'The message this one replies to',
  attachedFileUrls: 'The addresses of files sent with it',
  command: 'The name of a command event of the flow',
  workspace: 'The workspace',
  folder: 'The folder',
  publishedBot: 'What was published; null when nothing was',
  results: 'The results, newest first',
  result: 'The result',
  deletedCount: 'How many were deleted',
  transcript: 'What was said, in order',
  totalAnswersInBlocks: 'How many answers each block took',
  totalVisitedEdges: 'How often each edge was followed',
  totalAnswers: 'How many answers each block took',
  offDefaultPathVisitedEdges: 'How often each edge off the usual way was followed',
  nextCursor: 'Send it as `cursor` to get the next page; null at the end',
};

/** What a member means; nothing when these words do not say. */
export function meaningOf(name: string, parent?: string): string | undefined {
  return words[`${parent}.${name}`] ?? words[name];
}

/** What a parameter of a path means, which is an id or says so itself. */
export function meaningOfParameter(name: string): string {
  const thing = name
    .replace(/Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `The ${name.endsWith('Id') ? 'id of the ' : ''}${thing}`;
}

/** A schema in which every member says what it means, as far as the words reach. */
export function explain(schema: JsonSchema, parent: string): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (key === 'properties') return [key, explainMembers(Object(part), parent)];
      if (Array.isArray(part)) return [key, part.map((one) => explainPart(one, parent))];
      return [key, explainPart(part, parent)];
    }),
  );
}

function explainPart(part: unknown, parent: string): unknown {
  const isSchema = typeof part === 'object' && part !== null && !Array.isArray(part);
  return isSchema ? explain(Object(part), parent) : part;
}

function explainMembers(members: JsonSchema, parent: string): JsonSchema {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const description = meaningOf(name, parent);
      const explained = explain(Object(member), name);
      const says = 'description' in explained || description === undefined;
      return [name, says ? explained : { ...explained, description }];
    }),
  );
}
