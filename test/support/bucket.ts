import { createRequire } from 'node:module';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The part of `s3rver` that is used here. */
interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);

// `s3rver` has no types.
const S3rver = require('s3rver') as new (options: object) => Server;

/** A server on loopback that speaks the protocol of Amazon S3, with one empty bucket. */
export interface TestBucket {
  /** The settings with which a server uses this bucket. */
  readonly settings: Readonly<Record<string, string>>;
  /** The keys of all objects, sorted. */
  keys(): Promise<string[]>;
  /** Makes all objects two hours older. */
  age(): Promise<void>;
  close(): Promise<void>;
}

const NAME = 'parley-files';

/** The only access key of the server, and its secret. */
const KEY = 'S3RVER';

/** Starts such a server. It checks the signatures of requests, but not the policies of forms. */
export async function openBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-bucket-'));
  const options = { port: 0, address: '127.0.0.1', silent: true, directory };
  const server = new S3rver({ ...options, configureBuckets: [{ name: NAME, configs: [] }] });
  const { port } = await server.run();
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: NAME,
      S3_ACCESS_KEY: KEY,
      S3_SECRET_KEY: KEY,
    },
    async keys() {
      const found = await filesIn(path.join(directory, NAME));
      const objects = found.filter((name) => name.endsWith('_object'));
      return objects.map((name) => name.replace('._S3rver_object', '')).sort();
    },
    async age() {
      const folder = path.join(directory, NAME);
      const before = new Date(Date.now() - 7_200_000);
      for (const name of await filesIn(folder))
        await utimes(path.join(folder, name), before, before);
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The files below a folder. The server deletes empty folders, perhaps while they are read here: they count as empty. */
async function filesIn(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry) => {
    const name = path.join(below, entry.name);
    return entry.isDirectory() ? filesIn(folder, name) : [name];
  });
  return (await Promise.all(found)).flat();
}
