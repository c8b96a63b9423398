import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll } from '@jest/globals';
import { dnsOf, type Dns } from '../../src/integrations/domainLookUp.js';

/** The records of one name. */
export interface Zone {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly CNAME?: string;
  readonly TXT?: readonly string[];
}

/** A name server on the loopback (RFC 1035), and the look-ups of a server that uses it. */
export interface NameServer {
  /** The zones by name. An absent name does not exist; `fails` is a name whose servers fail, `silent` one without an answer. */
  readonly zones: Map<string, Zone | 'fails' | 'silent'>;
  /** The number of TXT queries, by name. */
  readonly asked: Map<string, number>;
  readonly dns: Dns;
}

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;

/** One name server for all tests of a file. */
export function useNameServer(): NameServer {
  const zones: NameServer['zones'] = new Map();
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const reply = replyTo(query, { zones, asked });
    if (reply) socket.send(reply, port, address);
  });
  const resolver = new Resolver({ timeout: 500, tries: 2 });
  beforeAll(async () => {
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  });
  afterAll(() => void socket.close());
  return { zones, asked, dns: dnsOf(resolver) };
}

const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3] as const;

function replyTo(query: Buffer, { zones, asked }: Pick<NameServer, 'zones' | 'asked'>) {
  const end = query.indexOf(0, 12) + 5;
  const question = query.subarray(12, end);
  const name = nameIn(question);
  const type = question.readUInt16BE(question.length - 4);
  if (type === TYPES.TXT) asked.set(name, (asked.get(name) ?? 0) + 1);
  const zone = zones.get(name);
  if (zone === 'silent') return undefined;
  const records = zone === undefined || zone === 'fails' ? [] : recordsAt(zones, name, type);
  const code = zone === 'fails' ? SERVER_FAILURE : zone === undefined ? NO_SUCH_NAME : NO_ERROR;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 + code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, question, ...records]);
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; question[at] !== 0; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}

/** The records of a name and type; of an alias (CNAME), also those of its target. */
function recordsAt(zones: NameServer['zones'], name: string, type: number): Buffer[] {
  const zone = zones.get(name);
  if (zone === undefined || typeof zone === 'string') return [];
  const { CNAME: other } = zone;
  if (other !== undefined) {
    const known = type === TYPES.CNAME ? [] : recordsAt(zones, other.toLowerCase(), type);
    return [record(name, TYPES.CNAME, nameBytes(other)), ...known];
  }
  if (type === TYPES.A) return (zone.A ?? []).map((one) => record(name, type, v4(one)));
  if (type === TYPES.AAAA) return (zone.AAAA ?? []).map((one) => record(name, type, v6(one)));
  if (type === TYPES.TXT) return (zone.TXT ?? []).map((one) => record(name, type, text(one)));
  return [];
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.replace(/\.$/, '').split('.');
  return Buffer.concat([...labels.map((one) => counted(Buffer.from(one))), Buffer.from([0])]);
}

function counted(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

const v4 = (address: string) => Buffer.from(address.split('.').map(Number));

function v6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const between = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const words = [...head, ...between, ...tail].map((one) => one.padStart(4, '0'));
  return Buffer.from(words.join(''), 'hex');
}

/** A TXT record's data: the text in strings of at most 255 bytes, each with its length. */
function text(whole: string): Buffer {
  const parts = whole.match(/[^]{1,255}/g) ?? [''];
  return Buffer.concat(parts.map((part) => counted(Buffer.from(part))));
}
