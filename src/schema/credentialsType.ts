import { ObjectType } from 'type-graphql';
import { type FieldDescription, type Icon, svgOf } from '../engine/index.js';
import { credentialsFields, type CredentialsTypeName } from './credentialsData.js';
import { Field } from './field.js';
import { FieldDescriptionType } from './fieldDescription.js';
import { HoldsParts } from './queryCost.js';

/** A service of which a workspace may save secrets. */
@ObjectType({ description: 'A type of credentials, with all that a form needs to ask for them.' })
export class CredentialsType {
  @Field(() => String, 'The `type` of such credentials.') type: string;
  @Field(() => String, 'Its name for people.') label: string;
  @Field(() => String, 'What they are for, and where to get them.') help: string;

  @Field(() => String, 'A picture of our own as SVG: 20 by 20 pixels, in the colour of the text.')
  icon: string;

  @Field(() => Boolean, 'Whether nothing new is made with them: the service no longer exists.')
  isDeprecated: boolean;

  @Field(() => Boolean, {
    description: 'Whether `draftTranslations` takes them: models of the service answer in chats.',
  })
  draftsTranslations: boolean;

  @HoldsParts
  @Field(() => [FieldDescriptionType], 'The members of their `data`, in the order of a form.')
  fields: readonly FieldDescription[];
}

interface Words {
  readonly label: string;
  readonly help: string;
  readonly icon: Icon;
  readonly isDeprecated?: true;
  readonly draftsTranslations?: true;
}

const retired = {
  label: 'Zemantic AI',
  help: 'The service no longer exists.',
  icon: 'archive',
  isDeprecated: true,
} as const;

/** The key of an account at a vendor of models. */
function model(label: string, icon: Icon): Words {
  const help = `Lets bots use models of ${label}. The key is made there.`;
  return { label, icon, help, draftsTranslations: true };
}

/** What each type of credentials is for people. */
const words: { readonly [T in CredentialsTypeName]: Words } = {
  smtp: {
    label: 'Mail server',
    help: 'Sends e-mails through a mail server of yours (SMTP).',
    icon: 'server',
  },
  'google sheets': {
    label: 'Google Sheets',
    help: 'Lets bots read and write sheets: connect an account, or fill in the key file of a service account.',
    icon: 'table',
  },
  stripe: {
    label: 'Stripe',
    help: 'Takes payments. The keys are in the dashboard of Stripe, under "Developers".',
    icon: 'card',
  },
  messenger: {
    label: 'Messenger',
    help: 'Lets bots chat in WhatsApp, or in any messenger that is connected with code of yours.',
    icon: 'messenger',
  },
  'http proxy': {
    label: 'HTTP proxy',
    help: 'HTTP requests of bots are sent through this server.',
    icon: 'exit',
  },
  'http basic auth': {
    label: 'Name and password',
    help: 'Signs HTTP requests of bots in at one address (basic authentication).',
    icon: 'lock',
  },
  'http client certificate': {
    label: 'Client certificate',
    help: 'HTTP requests of bots to one address show this certificate.',
    icon: 'lock',
  },
  openai: model('OpenAI', 'knot'),
  anthropic: model('Anthropic', 'asterisk'),
  mistral: model('Mistral', 'wind'),
  'together-ai': model('Together AI', 'hands'),
  'open-router': model('OpenRouter', 'route'),
  groq: model('Groq', 'bolt'),
  perplexity: model('Perplexity', 'compass'),
  deepseek: model('DeepSeek', 'anchor'),
  'chat-node': {
    label: 'ChatNode',
    help: 'Lets bots of ChatNode answer. The key is in its settings.',
    icon: 'nodes',
  },
  'dify-ai': {
    label: 'Dify',
    help: 'Lets an application of Dify answer. The keys are in its settings.',
    icon: 'layers',
  },
  elevenlabs: {
    label: 'ElevenLabs',
    help: 'Reads texts aloud. The key is in the profile.',
    icon: 'wave',
  },
  zemanticAi: retired,
  'zemantic-ai': retired,
  nocodb: {
    label: 'NocoDB',
    help: 'Lets bots read and write tables. The key is an API token of NocoDB.',
    icon: 'database',
  },
  segment: {
    label: 'Segment',
    help: 'Tells Segment who does what. The key is the write key of a source.',
    icon: 'funnel',
  },
  posthog: {
    label: 'PostHog',
    help: 'Tells PostHog what happens. The key is that of the project.',
    icon: 'trend',
  },
  zendesk: {
    label: 'Zendesk',
    help: 'Signs people in to the web widget of Zendesk. The key is made in its settings of conversations.',
    icon: 'headset',
  },
  blink: {
    label: 'Blink',
    help: 'Lets bots find people and post to their feed. The key is that of an integration.',
    icon: 'bell',
  },
  gmail: {
    label: 'Gmail',
    help: 'Sends e-mails from an account of Google: connect the account.',
    icon: 'envelopeOpen',
  },
};

/** Describes all types of credentials, one a step. */
export function* describeCredentials(): Generator<undefined, readonly CredentialsType[]> {
  const described: CredentialsType[] = [];
  for (const [type, said] of Object.entries<Words>(words)) {
    yield;
    const { label, help, icon, isDeprecated = false, draftsTranslations = false } = said;
    described.push({
      type,
      label,
      help,
      icon: svgOf(icon),
      isDeprecated,
      draftsTranslations,
      fields: credentialsFields(type),
    });
  }
  return described;
}
