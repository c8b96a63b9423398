// @ts-check
/**
 * A thread that loads the parts of GraphiQL, 9 MB of text in one module, and transfers them as bytes, because loading it blocks the event
 * loop for a tenth of a second. Plain JavaScript, because a thread is started from a file.
 */
import { parentPort, workerData } from 'node:worker_threads';
import * as graphiql from '@graphql-yoga/render-graphiql/graphiql';

/** @type {Record<string, string>} */
const all = { ...graphiql };
const encoder = new TextEncoder();
/** @type {readonly string[]} */
const names = workerData;
const parts = names.map((name) => encoder.encode(all[name]));
parentPort?.postMessage(
  parts,
  parts.map(({ buffer }) => buffer),
);
