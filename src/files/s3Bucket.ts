import type * as Sdk from '@aws-sdk/client-s3';
import type { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { getSignedUrl } from '@aws-sdk/s3-request-presigner';

/** A bucket of a service with the protocol of Amazon S3, and how to reach it. */
export interface S3Settings {
  /** The address of the service; absent: that of Amazon in the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly fetch: typeof fetch;
}

/** A bucket with its client, and the parts of its libraries that are used. */
export interface S3Bucket {
  readonly Bucket: string;
  readonly client: Sdk.S3Client;
  readonly sdk: typeof Sdk;
  readonly createPresignedPost: typeof createPresignedPost;
  readonly getSignedUrl: typeof getSignedUrl;
}

/** Opens a bucket. Loading all its libraries blocks the event loop for a tenth of a second. */
export async function openBucket(settings: S3Settings): Promise<S3Bucket> {
  const { endpoint, region, accessKey, secretKey } = settings;
  const sdk = await import('@aws-sdk/client-s3');
  const { FetchHttpHandler } = await import('@smithy/fetch-http-handler');
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const client = new sdk.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestHandler: new FetchHttpHandler({ customFetch: settings.fetch }),
    // Services other than Amazon's do not know the checksums that the library would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { Bucket: settings.bucket, client, sdk, createPresignedPost, getSignedUrl };
}
