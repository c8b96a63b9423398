/** The accounts of the operator that examples may use, if they are set (`EXAMPLE_OPENAI_KEY` and the settings next to it). */
export interface ExampleAccounts {
  readonly openai?: { readonly apiKey: string; readonly model: string } | undefined;
  /** Keys of the test mode; the settings accept no others. */
  readonly stripe?: { readonly secretKey: string; readonly publicKey: string } | undefined;
}

/** A group of a flow, as JSON. */
interface ConnectedGroup {
  readonly id: string;
  readonly title: string;
  readonly graphCoordinates: { readonly x: number; readonly y: number };
  readonly blocks: readonly object[];
}

/**
 * The group that replaces the one with the same id in an example, and uses an account of the operator; undefined if the example needs none,
 * or the account is not set. Its blocks name the account by its type of credentials.
 */
export function connectedGroup(
  name: string,
  { openai, stripe }: ExampleAccounts,
): ConnectedGroup | undefined {
  if (name === 'ai-chat' && openai) return talkGroup(openai.model);
  return name === 'order' && stripe ? paidGroup : undefined;
}

const SYSTEM = `You answer visitors of the front page of Parley, a server that stores chat bots as flows (groups of blocks joined by
edges) and runs them as chats over REST, GraphQL and in the browser. Answer in the language of the question, in at most four short
sentences, as plain text without Markdown.`;

const NO_ANSWER = 'The model does not answer now. Please try again later.';

function talkGroup(model: string): ConnectedGroup {
  return {
    id: 'talk',
    title: 'Talk',
    graphCoordinates: { x: 800, y: 0 },
    blocks: [
      {
        id: 'talk-1',
        type: 'text input',
        options: { labels: { placeholder: 'What is a flow?' }, variableId: 'var-question' },
      },
      append('talk-asked', '{{Question}}'),
      {
        id: 'talk-no-answer',
        type: 'Set variable',
        options: { variableId: 'var-reply', isCode: false, expressionToEvaluate: NO_ANSWER },
      },
      {
        id: 'talk-2',
        type: 'openai',
        options: {
          action: 'Create chat completion',
          credentialsId: 'openai',
          model,
          messages: [
            { id: 'system', role: 'system', content: SYSTEM },
            { id: 'dialogue', role: 'Dialogue', dialogueVariableId: 'var-dialogue' },
          ],
          maxTokens: 400,
          responseMapping: [{ id: 'reply', variableId: 'var-reply' }],
        },
      },
      textBubble('talk-3', '{{Reply}}'),
      append('talk-answered', '{{Reply}}'),
      { id: 'talk-4', type: 'Jump', options: { groupId: 'talk' } },
    ],
  };
}

const paidGroup: ConnectedGroup = {
  id: 'paid',
  title: 'Paid',
  graphCoordinates: { x: 2800, y: 0 },
  blocks: [
    textBubble(
      'paid-1',
      'This is a test of Stripe: pay with the card 4242 4242 4242 4242, any later date and any CVC. No money moves.',
    ),
    {
      id: 'paid-2',
      type: 'payment input',
      options: {
        credentialsId: 'stripe',
        amount: '{{Total}}',
        currency: 'EUR',
        additionalInformation: { description: 'An order of the example on the front page' },
      },
    },
    textBubble('paid-3', 'Paid: a test, so no money moved.'),
  ],
};

function textBubble(id: string, text: string): object {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text }] }] } };
}

/** Appends a text to the dialogue, in which questions and answers alternate. */
function append(id: string, item: string): object {
  const options = { type: 'Append value(s)', item, variableId: 'var-dialogue' };
  return { id, type: 'Set variable', options };
}
