import { textAt } from '../support/parts.js';
import type { Ids } from '../support/sampleOf.js';
import { queryGraphql } from '../support/transports.js';

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
