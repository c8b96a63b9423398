import type { ShownExample } from '../examples/openExamples.js';
import { escapeHtml } from './escapeHtml.js';
import { filesOf, PAGE_STYLES, pageHtml } from './pageHtml.js';

const DESCRIPTION =
  'Play an example of a bot, or drop an exported flow and chat with it: over REST, GraphQL and in the browser.';
const FILES = [...PAGE_STYLES, 'front.css', 'front.js'];

/** The status of the server, and who is signed in. */
const BESIDE = `<p id="state" role="status">Running</p>
<nav aria-label="Account"><a href="console">Console</a> <a href="sign-in" id="account">Sign in</a></nav>`;

/** The introduction. */
const LEAD = `<h1>Bots that talk with people</h1>
<p class="lead">This server stores conversational flows and runs them as chats, over REST, GraphQL and in the browser. Try one:</p>`;

/** The facts that the front page shows. */
interface FrontPageFacts {
  readonly hasExplorer: boolean;
  /** Bytes of a bot that can be dropped on the page, at most. */
  readonly limit: number;
  /** The URL of this server for visitors of bots, if it is not that of the page. */
  readonly publicUrl: string | undefined;
  readonly examples: readonly ShownExample[];
}

/** The place to drop or paste a flow, and the bots of the signed-in person. */
const ownHtml = ({ limit }: FrontPageFacts) => `<section aria-labelledby="own">
<h2 id="own">Your own flow</h2>
<form id="drop" data-limit="${limit}">
<p>Drop an exported bot on this page, <label class="choose">choose its file<input type="file" id="file" accept=".json,application/json"></label>, or paste it:</p>
<textarea id="text" rows="3" aria-label="An exported bot, as JSON" placeholder="{ &quot;version&quot;: &quot;6&quot;, &quot;groups&quot;: … }" spellcheck="false"></textarea>
</form>
</section>
<section id="bots" aria-labelledby="mine" hidden>
<h2 id="mine">Your bots</h2>
<ul></ul>
</section>`;

/** The place where a bot is played. */
const playerHtml = ({
  publicUrl,
}: FrontPageFacts) => `<section id="player" aria-labelledby="playing">
<h2 id="playing">Choose a bot to chat with</h2>
<div id="found" role="status"></div>
<parley-chat scripts="frame" autofocus></parley-chat>
<p class="note">What is played here stores no result.</p>
<div id="publish" aria-live="polite"${publicUrl === undefined ? '' : ` data-server="${escapeHtml(publicUrl)}"`}></div>
</section>`;

/** The front page. Its URLs are relative, because a proxy may serve this server below a path. */
export function frontPageHtml(facts: FrontPageFacts): string {
  const links = [
    ['guides', 'Guides', 'Embed a chat, build a front end, run the server'],
    ['docs', 'REST API', 'Read it and try it out'],
    ...(facts.hasExplorer ? [['graphql', 'GraphQL', 'An explorer of the schema']] : []),
    ['schema.graphql', 'Schema', 'GraphQL as text'],
  ] as const;
  const body = `<main>
${LEAD}
<div class="stage">
<div>
<section aria-labelledby="gallery">
<h2 id="gallery">Examples</h2>
<ul class="gallery">
${facts.examples.map(cardOf).join('\n')}
</ul>
</section>
${ownHtml(facts)}
</div>
${playerHtml(facts)}
</div>
<section aria-labelledby="more">
<h2 id="more">Build with it</h2>
<ul class="links">
${links.map(([href, label, text]) => `<li><a href="${href}">${label}</a> <span>${text}</span></li>`).join('\n')}
</ul>
</section>
</main>
<noscript><p>The examples need JavaScript, which your browser does not run.</p></noscript>`;
  const head = filesOf('', FILES);
  return pageHtml({
    title: 'Parley: bots that talk with people',
    description: DESCRIPTION,
    root: './',
    head,
    beside: BESIDE,
    body,
  });
}

function cardOf({ name, title, text, botId }: ShownExample): string {
  const bot = botId === undefined ? '' : ` data-bot="${escapeHtml(botId)}"`;
  return `<li><button type="button" data-example="${escapeHtml(name)}"${bot} aria-pressed="false"><strong>${escapeHtml(title)}</strong> <span>${escapeHtml(text)}</span></button></li>`;
}
