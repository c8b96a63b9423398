import { isJsonRecord } from '../../../src/engine/index.js';
import { application, botOf, interview, listener } from '../../support/botOf.js';
import { say } from '../../support/flowOf.js';
import { recordAt, textAt } from '../../support/parts.js';
import type { Ids } from '../../support/sampleOf.js';
import { bodyOf, queryGraphql, type Transport } from '../../support/transports.js';
import { makePublished, makeWorkspace } from '../../support/useApp.js';
import { saveShare, saveUser } from '../../support/users.js';
import type { Shown } from './row.js';

const MENTION = /"\$(\w+)"/g;

/** Replaces the ids that rows name: `$botId` and its like by those made once, `$newBotId` and its like by a new one for each mention. */
export type Fill = (sent: object) => Promise<Shown>;

/** Makes a workspace with one record of each type, as the caller of the transport. */
export async function makeThings(rest: Transport, databaseUrl: string): Promise<Fill> {
  const made = await makeOnce(rest, databaseUrl);
  const makers = makersOf(rest, { databaseUrl, ...made });
  return async (sent) => {
    let text = JSON.stringify(sent);
    for (const [mention, name = ''] of text.matchAll(MENTION)) {
      const id = made[name] ?? (await makers[name]?.());
      if (id === undefined) throw new Error(`$${name}: test/operations/rows/things.ts makes none`);
      text = text.replace(mention, () => JSON.stringify(id));
    }
    return recordAt(JSON.parse(text));
  };
}

/** What a row sends, without the members that name other records than these. */
export function fillKnown(sent: Shown, ids: Readonly<Record<string, string>>): Shown {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (isJsonRecord(value)) return fillKnown(value, ids);
    return typeof value === 'string' && value.startsWith('$') ? ids[value.slice(1)] : value;
  };
  const filled = Object.entries(sent).map(([name, value]) => [name, fill(value)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

async function makeOnce(rest: Transport, databaseUrl: string): Promise<Record<string, string>> {
  const { botId, publicId, workspaceId } = await makePublished(rest, botOf(interview));
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  const { invitation } = await bodyOf(
    rest.inviteMember({ workspaceId, email: 'invited@example.com', role: 'GUEST' }),
  );
  const parts = await makeParts(rest, workspaceId, 'ours');
  await bodyOf(rest.addDomain({ workspaceId, name: 'made.example.com' }));
  const botTestId = await makeTest(rest, String(botId), 'The bot says hello');
  const other = await makePublished(rest, botOf(interview));
  const listening = await makePublished(rest, botOf(listener));
  const request = { type: 'Zapier', options: { webhook: { url: '{{Url}}' } } };
  const groups = { Start: [say('Hello'), request, request] };
  const requesting = await makePublished(
    rest,
    botOf({ variables: { Url: 'http://127.0.0.1:1' }, groups }),
  );
  const otherParts = await makeParts(rest, other.workspaceId, 'theirs');
  return {
    ...{ workspaceId, botId, publicId, sessionId, resultId, botTestId, ...parts },
    ...(await makeBots(rest, { workspaceId, databaseUrl })),
    invitationId: invitation?.id ?? '',
    hostName: 'made.example.com',
    requestBotId: requesting.botId,
    webhookBotId: listening.botId,
    webhookPublicId: listening.publicId,
    // Records of another workspace do not exist for this one.
    otherBotId: other.botId,
    otherFolderId: otherParts.folderId,
    otherThemeTemplateId: otherParts.themeTemplateId,
    otherCredentialsId: otherParts.credentialsId,
    otherCannedReplyId: otherParts.cannedReplyId,
  };
}

/** A folder, a theme template, credentials and a canned reply of a workspace; the id of the template, which is the shortcut, too, is to be free. */
async function makeParts(rest: Transport, workspaceId: string, themeTemplateId: string) {
  const { folder } = await bodyOf(rest.createFolder({ workspaceId }));
  await bodyOf(rest.saveThemeTemplate({ workspaceId, themeTemplateId, name: 'Day', theme: {} }));
  const credentials = { type: 'openai', name: 'Ours', data: { apiKey: 'sk-1' } };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const greeting = { workspaceId, shortcut: themeTemplateId, text: 'Hello {{Name}}' };
  const { cannedReply } = await bodyOf(rest.createCannedReply(greeting));
  return { folderId: folder.id, themeTemplateId, credentialsId, cannedReplyId: cannedReply.id };
}

interface Where {
  readonly workspaceId: string;
  readonly databaseUrl: string;
}

/** Bots that are archived, published twice, shared with somebody, and linked to another. */
async function makeBots(rest: Transport, { workspaceId, databaseUrl }: Where) {
  const archivedBotId = await makeBot(rest, workspaceId);
  await bodyOf(rest.deleteBot({ botId: archivedBotId }));
  const versionedBotId = await makeBot(rest, workspaceId);
  const { version } = await bodyOf(rest.publishBot({ botId: versionedBotId }));
  const { version: later } = await bodyOf(rest.publishBot({ botId: versionedBotId }));
  const arms = [version, later].map(({ id: versionId }) => ({ versionId, weight: 1 }));
  await bodyOf(rest.setSplit({ botId: versionedBotId, arms }));
  await bodyOf(rest.setStage({ botId: versionedBotId, stage: 'staging', versionId: version.id }));
  const sharedBotId = await makeBot(rest, workspaceId);
  const userId = await makeMember(rest, { workspaceId, databaseUrl });
  await saveShare(databaseUrl, { botId: sharedBotId, userId, type: 'READ' });
  const link = { id: 'b', type: 'Bot link', options: { botId: sharedBotId } };
  const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [link] };
  const linkingBotId = await makeBot(rest, workspaceId, { groups: [group] });
  const made = { archivedBotId, versionedBotId, sharedBotId, linkingBotId };
  return { ...made, versionId: version.id, laterVersionId: later.id };
}

function makersOf(
  rest: Transport,
  { databaseUrl, ...made }: Readonly<Record<string, string>>,
): Readonly<Record<string, () => Promise<string>>> {
  const { workspaceId = '', publicId, sharedBotId = '' } = made;
  let count = 0;
  const where = { workspaceId, databaseUrl: databaseUrl ?? '' };
  const invite = async () => {
    const email = `new${++count}@example.com`;
    return bodyOf(rest.inviteMember({ workspaceId, email, role: 'GUEST' }));
  };
  const parts = () => makeParts(rest, workspaceId, `new${++count}`);
  const debugged = { botId: made['botId'], breakpoints: [{ type: 'block', blockId: 'Start.1' }] };
  return {
    newWorkspaceId: () => makeWorkspace(rest),
    newBotId: () => makeBot(rest, workspaceId),
    newSessionId: async () => (await bodyOf(rest.startChat({ publicId }))).sessionId,
    newDebuggedId: async () => (await bodyOf(rest.startPreview(debugged))).sessionId,
    newTracedId: async () => (await bodyOf(rest.startPreview({ botId: made['botId'] }))).sessionId,
    newPausedId: async () => {
      const { sessionId } = await bodyOf(rest.startChat({ publicId }));
      await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
      return sessionId;
    },
    newWaitingResultId: async () =>
      (await bodyOf(rest.startChat({ publicId: made['webhookPublicId'] }))).resultId,
    newWaitingPreviewId: async () =>
      (await bodyOf(rest.startPreview({ botId: made['webhookBotId'] }))).sessionId,
    newPreviewedWebhookBotId: async () => {
      const { botId } = await makePublished(rest, botOf(listener));
      await bodyOf(rest.startPreview({ botId }));
      return botId;
    },
    newFileSessionId: async () => {
      const { publicId: id } = await makePublished(rest, botOf(application));
      return (await bodyOf(rest.startChat({ publicId: id }))).sessionId;
    },
    newFolderId: async () => (await parts()).folderId,
    newThemeTemplateId: async () => (await parts()).themeTemplateId,
    newShortcut: async () => `short${++count}`,
    newStageName: async () => {
      const stage = `new${++count}`;
      await bodyOf(rest.setStage({ botId: made['versionedBotId'], stage }));
      return stage;
    },
    newTestName: async () => `The bot works ${++count}`,
    newBotTestId: () => makeTest(rest, made['botId'] ?? '', `The bot runs ${++count}`),
    newCannedReplyId: async () => (await parts()).cannedReplyId,
    newCredentialsId: async () => (await parts()).credentialsId,
    newHostName: async () => {
      const name = `new${++count}.example.com`;
      await bodyOf(rest.addDomain({ workspaceId, name }));
      return name;
    },
    newMemberId: () => makeMember(rest, where),
    newCollaboratorId: async () => {
      const userId = await makeMember(rest, where);
      await saveShare(where.databaseUrl, { botId: sharedBotId, userId, type: 'READ' });
      return userId;
    },
    newInvitationId: async () => (await invite()).invitation?.id ?? '',
    newInvitationCode: async () => (await invite()).code ?? '',
    newTokenId: async () => (await bodyOf(rest.createToken({ name: 'Spare' }))).apiToken.id,
  };
}

async function makeBot(rest: Transport, workspaceId: string, bot: object = {}): Promise<string> {
  return (await bodyOf(rest.createBot({ workspaceId, bot }))).bot.id;
}

async function makeTest(rest: Transport, botId: string, name: string): Promise<string> {
  const test = { format: 1, name, now: '2026-05-01T12:00:00Z', seed: '1', steps: [] };
  return (await bodyOf(rest.createBotTest({ botId, test }))).botTest.id;
}

async function makeMember(rest: Transport, { workspaceId, databaseUrl }: Where): Promise<string> {
  const token = await saveUser(databaseUrl, { workspaceId, role: 'MEMBER' });
  return (await bodyOf(rest.readMe({}, { token }))).user.id;
}

/** Makes a webhook with a delivery in a workspace of the owner's. */
async function makeWebhook(url: string, workspaceId: string): Promise<Ids> {
  const ask = async (query: string, id: string) =>
    (await queryGraphql(url, { query, variables: { id } })).data;
  const made = await ask(
    `mutation ($id: ID!) { createWebhook(input: { workspaceId: $id, url: "https://example.com/hook", eventTypes: [] }) {
      webhook { id } } }`,
    workspaceId,
  );
  const webhookId = textAt(made, 'createWebhook.webhook.id');
  const sent = await ask(
    `mutation ($id: ID!) { sendTestWebhook(input: { webhookId: $id }) { webhookDelivery { id } } }`,
    webhookId,
  );
  return { webhookId, webhookDeliveryId: textAt(sent, 'sendTestWebhook.webhookDelivery.id') };
}

/** Makes a file in a workspace of the owner's, without its content. */
async function makeFile(url: string, workspaceId: string): Promise<Ids> {
  const query = `mutation ($id: ID!) {
    createFileUpload(input: { workspaceId: $id, fileName: "a.png" }) { file { fileId } } }`;
  const { data } = await queryGraphql(url, { query, variables: { id: workspaceId } });
  return { fileId: textAt(data, 'createFileUpload.file.fileId') };
}

/** Makes both. */
export async function makeWebhookAndFile(url: string, workspaceId: string): Promise<Ids> {
  return { ...(await makeWebhook(url, workspaceId)), ...(await makeFile(url, workspaceId)) };
}
