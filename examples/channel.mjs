// A messenger of your own in a terminal: what you type is sent to a bot, and what the bot says is printed.
// docs/guide/add-a-channel.md tells how to set it up. Needs PARLEY_WEBHOOK, CHANNEL_SECRET and CHANNEL_PORT.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const { PARLEY_WEBHOOK, CHANNEL_SECRET, CHANNEL_PORT } = process.env;
const key = Buffer.from(CHANNEL_SECRET.replace('whsec_', ''), 'base64');
const macOf = (id, time, body) =>
  createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');

/** Sends what a person says. */
async function say(message) {
  const body = JSON.stringify({ contact: { id: 'me', name: 'Me' }, message });
  const [id, time] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${macOf(id, time, body)}`,
  };
  const answer = await globalThis.fetch(PARLEY_WEBHOOK, { method: 'POST', headers, body });
  if (!answer.ok) console.error(await answer.text());
}

/** The buttons that were shown last. */
let buttons = [];

/** Shows what the bot says. */
function show({ type, text, url, imageUrl, ...message }) {
  console.log([imageUrl, text ?? `${type}: ${url}`].filter(Boolean).join('\n'));
  const choices = message.buttons ?? message.rows ?? [];
  if (choices.length > 0) buttons = choices;
  for (const { title } of choices) console.log(`[${title}]`);
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  const {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': sent = '',
  } = request.headers;
  const [own, given] = [`v1,${macOf(id, time, body)}`, String(sent)].map((text) =>
    Buffer.from(text),
  );
  const isSigned = own.length === given.length && timingSafeEqual(own, given);
  if (isSigned) show(JSON.parse(body).message);
  response.writeHead(isSigned ? 204 : 401).end();
});
server.listen(Number(CHANNEL_PORT), '127.0.0.1', () => console.log('Say something.'));

createInterface({ input: process.stdin }).on('line', (text) => {
  const pressed = buttons.find(({ title }) => title === text);
  void say(pressed ? { type: 'text', text, metadata: { replyId: pressed.id } } : text);
});
