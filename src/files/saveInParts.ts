import type { CompletedPart } from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3Bucket.js';
import { s3Failure } from './s3Failure.js';

/** How large a part is at least, in bytes: as much of a file as is held in memory. S3 wants 5 MB. */
const PART = 8_388_608;

/** The most parts that S3 takes for a file. */
const MOST_PARTS = 10_000;

/** Where a file is stored in a bucket. */
interface Place {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Stores a file in a bucket as it comes: a small one at once, others in parts; nothing stays of one that breaks off. */
export async function saveInParts(
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

/** Bytes as they come, in pieces of one size; the last one may be smaller. */
async function* partsOf(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    length += chunk.length;
    while (length >= size) {
      const whole = Buffer.concat(held);
      yield whole.subarray(0, size);
      held = [whole.subarray(size)];
      length -= size;
    }
  }
  if (length > 0) yield Buffer.concat(held);
  return undefined;
}
