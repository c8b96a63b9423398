import { fileURLToPath } from 'node:url';

/** The folder of the example bots, as exported files. */
export const exampleBots = fileURLToPath(new URL('../../examples/bots/', import.meta.url));

/** An example, as the front page presents it. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Replaces `text` if the example uses an account of the operator (`connectedGroup.ts`). */
  readonly connectedText?: string;
}

/** The examples of the front page, in its order. */
export const examples: readonly Example[] = [
  {
    name: 'lead-form',
    title: 'Lead form',
    text: 'Asks for a name, an address and a budget, and sorts by the answer.',
  },
  {
    name: 'support-menu',
    title: 'Support menu',
    text: 'Buttons lead to answers; one asks another server by an HTTP request.',
  },
  { name: 'quiz', title: 'Quiz', text: 'Counts right answers, and ends by the score.' },
  { name: 'booking', title: 'Booking', text: 'Takes dates, a time and a number of guests.' },
  {
    name: 'order',
    title: 'Order',
    text: 'Choose from pictures, and pay in a test mode that moves no money.',
    connectedText:
      'Choose from pictures, and pay by Stripe in its test mode, which moves no money.',
  },
  {
    name: 'ai-chat',
    title: 'AI chat',
    text: 'Answers questions; a stand-in takes the place of a model.',
    connectedText: 'Answers questions with a model of OpenAI, which receives what you write.',
  },
];
