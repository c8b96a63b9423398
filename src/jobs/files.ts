import path from 'node:path';

/** Where the file of an export is kept. */
export function fileOf(folder: string, jobId: string): string {
  return path.join(folder, `${jobId}.export`);
}
