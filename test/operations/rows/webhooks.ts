import type { GraphqlRow } from './row.js';

const rule = 'administerWorkspace';

export const webhookGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  createWebhook: { rule },
  updateWebhook: { rule },
  deleteWebhook: { rule },
  rotateWebhookSecret: { rule },
  sendTestWebhook: { rule },
  redeliverWebhookDelivery: { rule },
};
