import { follow, type Transport } from './chaos/follow.js';

/** A command to the process of the readers: open this many, or close all. */
export type ReaderOrder = Readers | { readonly close: true };

interface Readers {
  readonly open: number;
  readonly transport: Transport;
  readonly port: number;
  readonly chat: string;
}

const OPENED_AT_ONCE = 50;

/** The program of a process whose connections read one chat, so that they do not share the event loop of the measurement. */
let cuts: (() => void)[] = [];
process.on('message', (order: ReaderOrder) => void obey(order));

async function obey(order: ReaderOrder): Promise<void> {
  if ('close' in order) {
    for (const cut of cuts) cut();
    cuts = [];
  } else {
    for (let from = 0; from < order.open; from += OPENED_AT_ONCE) {
      const count = Math.min(OPENED_AT_ONCE, order.open - from);
      await Promise.all(Array.from({ length: count }, () => openReader(order)));
    }
  }
  process.send?.('done');
}

/** Resolves when the reader has seen the end of a turn. */
function openReader({ port, transport, chat: sessionId }: Readers): Promise<void> {
  return new Promise((resolve) => {
    const { cut } = follow({ port, transport, sessionId, after: 0 }, (_seq, isEnd) => {
      if (isEnd) resolve();
    });
    cuts.push(cut);
  });
}
