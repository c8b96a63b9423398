import { Readable } from 'node:stream';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { Failure } from '../errors/errors.js';
import { atMost } from './atMost.js';
import type { DirectStore, FileStore } from './fileStore.js';
import { openBucket, type S3Bucket, type S3Settings } from './s3Bucket.js';

/** The prefix of the keys to which clients post, until the files are taken. The bucket may delete what is left there after a day. */
const POSTED = 'staged/';

/** How long after it was posted a file counts as left, in milliseconds: a form is valid for ten minutes. */
const LEFT_AFTER = 3_600_000;

/** How long an address for reading is valid, in seconds. */
const READ_WITHIN = 600;

/**
 * Keeps files in a bucket. Clients send uploads to it and get files from it directly. Its libraries are loaded now, while the server
 * starts, and not with the first file.
 */
export function openS3Store(settings: S3Settings): FileStore {
  const opened = openBucket(settings);
  const bucket = () => opened;
  return {
    async save(key, content, most) {
      const counted = atMost(content, most);
      await saveInParts(await bucket(), key, { bytes: counted.bytes, most });
      return counted.length();
    },
    async read(key, range) {
      const { client, sdk, Bucket } = await bucket();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const get = new sdk.GetObjectCommand({ Bucket, Key: key, Range });
      const { Body } = await client.send(get).catch(s3Failure);
      return Readable.from(Body?.transformToWebStream() ?? []);
    },
    size: async (key) => sizeOf(await bucket(), key),
    async delete(key) {
      await remove(await bucket(), key);
      await remove(await bucket(), POSTED + key);
    },
    // A rule of the bucket deletes unfinished uploads in parts.
    tidy: async (findNoted) => tidyPosted(await bucket(), findNoted),
    direct: directStore(bucket),
  };
}

function directStore(bucket: () => Promise<S3Bucket>): DirectStore {
  return {
    async formFor(key, { type, most, within }) {
      const { client, Bucket, createPresignedPost } = await bucket();
      return createPresignedPost(client, {
        ...{ Bucket, Key: POSTED + key, Expires: within, Fields: { 'Content-Type': type } },
        Conditions: [['content-length-range', 0, most]],
      });
    },
    async take(posted, key) {
      const { client, sdk, Bucket } = await bucket();
      const from = POSTED + posted;
      if ((await sizeOf(await bucket(), from)) === undefined) return undefined;
      const copy = { Bucket, Key: key, CopySource: `${Bucket}/${from}` };
      await client.send(new sdk.CopyObjectCommand(copy)).catch(s3Failure);
      await remove(await bucket(), from);
      return sizeOf(await bucket(), key);
    },
    posted: async (key) => sizeOf(await bucket(), POSTED + key),
    async addressOf(key, { type, disposition }) {
      const { client, sdk, Bucket, getSignedUrl } = await bucket();
      const shown = { ResponseContentType: type, ResponseContentDisposition: disposition };
      const get = new sdk.GetObjectCommand({ Bucket, Key: key, ...shown });
      return getSignedUrl(client, get, { expiresIn: READ_WITHIN });
    },
  };
}

/** Deletes what was posted an hour ago for keys that are not noted, such as a second post after the first was taken. */
async function tidyPosted(
  bucket: S3Bucket,
  findNoted: Parameters<FileStore['tidy']>[0],
): Promise<void> {
  const { client, sdk, Bucket } = bucket;
  const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: POSTED });
  for await (const { Contents = [] } of pages) {
    const old = Contents.filter(
      ({ LastModified }) => Number(LastModified) < Date.now() - LEFT_AFTER,
    );
    const keys = old.map(({ Key = '' }) => Key.slice(POSTED.length));
    const noted = await findNoted(keys);
    for (const key of keys) if (!noted.has(key)) await remove(bucket, POSTED + key);
  }
}

async function sizeOf({ client, sdk, Bucket }: S3Bucket, key: string): Promise<number | undefined> {
  try {
    const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }));
    return found.ContentLength;
  } catch (error) {
    if (error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) {
      return undefined;
    }
    return s3Failure(error);
  }
}

/** S3 reports no error for a missing object. */
async function remove({ client, sdk, Bucket }: S3Bucket, key: string): Promise<void> {
  await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key })).catch(s3Failure);
}

/** The smallest size of a part, in bytes: as much of a file as is held in memory. S3 requires 5 MB. */
const PART = 8_388_608;

const MOST_PARTS = 10_000;

interface Place {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Stores a file in a bucket as it arrives: a small one at once, others in parts. Nothing is kept of one that breaks off. */
async function saveInParts(
  { client, sdk, Bucket }: S3Bucket,
  Key: string,
  { bytes, most }: { bytes: AsyncIterable<Uint8Array>; most: number },
): Promise<void> {
  const parts = partsOf(bytes, Math.max(PART, Math.ceil(most / MOST_PARTS)));
  const first = await parts.next();
  const second = await parts.next();
  const Body = first.value ?? new Uint8Array();
  if (second.done) {
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body })).catch(s3Failure);
    return;
  }
  const begin = new sdk.CreateMultipartUploadCommand({ Bucket, Key });
  const { UploadId } = await client.send(begin).catch(s3Failure);
  const place = { Bucket, Key, UploadId };
  try {
    await sendParts({ client, sdk }, place, [[Body, second.value], parts]);
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand(place)).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  { client, sdk }: Pick<S3Bucket, 'client' | 'sdk'>,
  place: Place,
  sources: readonly (Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[],
): Promise<void> {
  const Parts: CompletedPart[] = [];
  for (const source of sources) {
    for await (const Body of source) {
      const PartNumber = Parts.length + 1;
      const part = new sdk.UploadPartCommand({ ...place, PartNumber, Body });
      const { ETag } = await client.send(part).catch(s3Failure);
      Parts.push({ ETag, PartNumber });
    }
  }
  const complete = { ...place, MultipartUpload: { Parts } };
  await client.send(new sdk.CompleteMultipartUploadCommand(complete)).catch(s3Failure);
}

/** Joins bytes to pieces of one size; the last one may be smaller. */
async function* partsOf(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, undefined> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= size) {
      const whole = Buffer.concat(chunks);
      yield whole.subarray(0, size);
      chunks = [whole.subarray(size)];
      length -= size;
    }
  }
  if (length > 0) yield Buffer.concat(chunks);
  return undefined;
}

/** Names that services give to the error of a full bucket. */
const FULL = /quota|storagefull|insufficient.*(capacity|storage)|storage.*exceeded/i;

/**
 * Throws the failure of a request to a bucket: `STORAGE_FULL`, or `UNAVAILABLE` where the bucket was not reached or does not work. A wrong
 * setting of the operator, such as a key or a name, remains an error, which is logged.
 */
function s3Failure(error: unknown): never {
  if (!(error instanceof Error) || error instanceof Failure) throw error;
  if (FULL.test(error.name)) {
    throw new Failure('STORAGE_FULL', 'The file could not be stored: the storage is full');
  }
  const status = '$metadata' in error ? statusIn(error.$metadata) : undefined;
  if (status !== undefined && status < 500) throw error;
  throw new Failure('UNAVAILABLE', 'The storage of files does not answer; try again later');
}

function statusIn(metadata: unknown): number | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status = 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
