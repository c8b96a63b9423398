import { botOf } from './botOf.js';
import type { FlowSketch } from './flowOf.js';
import { bodyOf, type Transport } from './transports.js';
import { makeWorkspace } from './useApp.js';

/** Credentials of a messenger, and where it is to send what people say. */
export interface Connected {
  readonly workspaceId: string;
  readonly credentialsId: string;
  readonly address: string;
}

/** Bots that answer in messengers. */
export interface MessengerBots {
  /** A workspace with credentials of a messenger. */
  connect(data: object): Promise<Connected>;
  /** Publishes a bot that answers there, and gives its id. */
  answering(place: Connected, sketch: FlowSketch, channel?: object): Promise<string>;
}

/** Bots do not seem to type, unless their settings say so. */
const QUIET = { typingEmulation: { enabled: false } };

/** The bots of the server of a file. */
export function messengerBots(app: () => { readonly url: string }, rest: Transport): MessengerBots {
  return {
    async connect(data) {
      const workspaceId = await makeWorkspace(rest);
      const credentials = { type: 'messenger', name: 'Ours', data };
      const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
      const path = `/api/v1/workspaces/${workspaceId}/messenger/${credentialsId}/webhook`;
      return { workspaceId, credentialsId, address: `${app().url}${path}` };
    },
    async answering({ workspaceId, credentialsId: messengerCredentialsId }, sketch, channel = {}) {
      const messengerChannel = { isEnabled: true, ...channel };
      const settings = { ...QUIET, ...sketch.settings, messengerChannel };
      const bot = botOf({ ...sketch, settings });
      const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
      const botId = made.id;
      await bodyOf(rest.updateBot({ botId, bot: { settings, messengerCredentialsId } }));
      await bodyOf(rest.publishBot({ botId }));
      return botId;
    },
  };
}
