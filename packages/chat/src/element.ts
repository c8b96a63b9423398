import type { JsonObject } from '@parley/client';
import type { Chat, ChatOptions, Happening, StartPreview } from './chat/chat.js';
import { program, type Program } from './program.js';
import type { Layout } from './view/Widget.js';

/** The events of the element, without their prefix `parley-`. */
type Told = Happening['kind'] | 'opened' | 'closed';

const ATTRIBUTES = ['bot', 'server', 'layout', 'scripts', 'preview-message', 'locale'];

/**
 * `<parley-chat bot="…">`: a chat anywhere in a page. Attributes: `bot` (a public id), `server` (its address; that of the script
 * by default), `layout` (`inline`, `bubble` or `popup`), `variables` (a JSON object that the chat starts with),
 * `locale` (the languages to speak, such as `de` or `pt-BR,pt`; those of the browser by default), `preview-message`, `auto-open` (seconds), `scripts` (`page` or `frame`), `typing` (visitor and agent see each other
 * type). Events: `parley-started`, `parley-message`, `parley-answered`, `parley-replied`, `parley-ended`, `parley-opened`, `parley-closed`, with what
 * happened in `detail`.
 */
export class ParleyChat extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;
  /** The address of the server that this script came from. */
  static server = '';
  #program = program;
  #chat: Chat | undefined;
  #flow: JsonObject | undefined;
  #exampleId: string | undefined;
  #startPreview: StartPreview | undefined;
  #isOpen = false;
  #variables: JsonObject = {};
  /** Whether `connectedCallback` has run: attributes of the HTML are reported before it, when `isConnected` is true already. */
  #isPlaced = false;
  #autoOpen: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    if (!this.shadowRoot) {
      const root = this.attachShadow({ mode: 'open' });
      // Allowed even in a site whose policy forbids inline styles.
      root.adoptedStyleSheets = [sheetOf(this.#program.style)];
      root.append(document.createElement('div'));
    }
    this.#isPlaced = true;
    const delay = Number(this.getAttribute('auto-open') ?? NaN);
    if (delay >= 0) this.#autoOpen = setTimeout(() => this.#reveal(), delay * 1_000);
    this.#show();
  }

  disconnectedCallback(): void {
    this.#isPlaced = false;
    clearTimeout(this.#autoOpen);
    this.#closeChat();
    this.#draw();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#isPlaced) return;
    if (name !== 'preview-message') this.#closeChat();
    this.#show();
  }

  /** Shows the chat, where it is a bubble or a popup, and moves the focus there. */
  open(): void {
    if (this.#isOpen) return;
    this.#reveal();
    this.shadowRoot?.querySelector<HTMLElement>('.bot-toggle')?.focus();
  }

  /** Shows the chat without moving the focus, because the visitor may be writing elsewhere in the page. */
  #reveal(): void {
    if (this.#isOpen) return;
    this.#start();
    this.#isOpen = true;
    this.#draw();
    this.#tell('opened', {});
  }

  /** Hides the chat; it goes on when it is shown again. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#draw();
    this.#tell('closed', {});
  }

  /** Shows or hides the chat. */
  toggle(): void {
    if (this.#isOpen) this.close();
    else this.open();
  }

  /** Sends a text as if the visitor had. */
  send(text: string): void {
    this.#reveal();
    this.#chat?.answer({ text });
  }

  /** Shows the chat, with a text in its field that the visitor may change and send. */
  prefill(text: string): void {
    this.open();
    this.#start();
    this.#chat?.prefill(text);
  }

  /** Runs a command event of the flow. */
  command(command: string): void {
    this.#start();
    this.#chat?.answer({ text: '', message: { type: 'command', command } });
  }

  /** Sets variables of the flow by their names, for the next chat that starts. */
  setVariables(variables: JsonObject): void {
    this.#variables = { ...this.#variables, ...variables };
  }

  /**
   * Tries a flow instead of a published bot: an exported one, or one that is being made. With the id of an example of the server,
   * that is played instead.
   */
  preview(flow: JsonObject, exampleId?: string): void {
    this.#play(flow, { exampleId });
  }

  /** Shows a preview that the page starts, such as one of a draft; called again when the chat is restarted. */
  previewBy(startPreview: StartPreview): void {
    this.#play({}, { startPreview });
  }

  #play(
    flow: JsonObject,
    { exampleId, startPreview }: Pick<ChatOptions, 'exampleId' | 'startPreview'>,
  ): void {
    this.#closeChat();
    this.#flow = flow;
    this.#exampleId = exampleId;
    this.#startPreview = startPreview;
    this.#start();
    this.#draw();
  }

  /** Forgets the chat and starts another. */
  restart(): void {
    this.#chat?.restart();
  }

  get #layout(): Layout {
    const layout = this.getAttribute('layout');
    return layout === 'bubble' || layout === 'popup' ? layout : 'inline';
  }

  #closeChat(): void {
    this.#chat?.close();
    this.#chat = undefined;
  }

  #show(): void {
    if (this.#isOpen || this.#layout === 'inline') this.#start();
    this.#draw();
  }

  #start(): void {
    const bot = this.getAttribute('bot') ?? '';
    const flow = this.#flow;
    if (this.#chat || (bot === '' && !flow) || !this.#isPlaced) return;
    const variables = (): JsonObject => ({
      ...variablesIn(this.getAttribute('variables')),
      ...this.#variables,
    });
    this.#chat = this.#program.openChat({
      url: (this.getAttribute('server') ?? ParleyChat.server).replace(/\/$/, ''),
      bot,
      flow,
      exampleId: this.#exampleId,
      startPreview: this.#startPreview,
      // Read at each start, so that a restart has the newest.
      get prefilledVariables() {
        return variables();
      },
      locale: this.getAttribute('locale') ?? undefined,
      scripts: this.getAttribute('scripts') === 'frame' ? 'frame' : 'page',
      showsTyping: this.hasAttribute('typing'),
      renew: () => this.#renew(),
      tell: ({ kind, ...detail }) => this.#tell(kind, detail),
    });
  }

  #draw(): void {
    const place = this.shadowRoot?.querySelector('div');
    if (!place) return;
    const widget = {
      chat: this.#chat,
      layout: this.#layout,
      isOpen: this.#isOpen,
      previewMessage: this.getAttribute('preview-message') ?? undefined,
      locale: this.getAttribute('locale') ?? undefined,
      onToggle: () => this.toggle(),
    };
    this.#program.draw(place, this.isConnected ? widget : undefined);
  }

  /** Continues with the program that the server has now, if it is another version, whose parts have other addresses. */
  async #renew(): Promise<boolean> {
    const address = `${ParleyChat.server}/embed.js?loaded=${Date.now()}`;
    // What `embed.ts` exports.
    const loaded = (await import(address)) as { readonly program: Program };
    const place = this.shadowRoot?.querySelector('div');
    if (loaded.program === this.#program || !place || !this.#isPlaced) return false;
    this.#closeChat();
    this.#program.draw(place, undefined);
    this.#program = loaded.program;
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [sheetOf(this.#program.style)];
    this.#show();
    return true;
  }

  #tell(kind: Told, detail: object): void {
    const dispatch = () => this.dispatchEvent(new CustomEvent(`parley-${kind}`, { detail }));
    // A chat that is remembered starts before scripts further down in the page have added their listeners.
    if (haveScriptsRun()) dispatch();
    else addEventListener('DOMContentLoaded', dispatch, { once: true });
  }
}

/** Whether all scripts in the HTML of the page have run. `readyState` does not say that: it changes before they run. */
function haveScriptsRun(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return !(
    navigation instanceof PerformanceNavigationTiming && navigation.domContentLoadedEventStart === 0
  );
}

function variablesIn(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    // JSON gives an object of unknown members.
    return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
  } catch {
    console.warn('The attribute `variables` of <parley-chat> is not JSON');
    return {};
  }
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Defines the element in the page, once. Its server is the one that the script comes from. */
export function defineElement(scriptUrl: string): void {
  ParleyChat.server = new URL('.', scriptUrl).href.replace(/\/$/, '');
  if (!customElements.get('parley-chat')) customElements.define('parley-chat', ParleyChat);
}
