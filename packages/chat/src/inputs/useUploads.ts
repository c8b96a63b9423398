import type { ChatInput } from '@parley/client';
import { useState } from 'preact/hooks';
import { useShown, useView } from '../view/context.js';
import { uploadFile } from './upload.js';

/** Files that are being uploaded for an input. */
export interface Uploads {
  /** From 0 to 1 while files are uploaded. */
  readonly progress: number | undefined;
  readonly failure: string | undefined;
  /** Uploads files, one after the other, and gives their addresses; none when one of them was refused. */
  upload(files: readonly File[]): Promise<readonly string[]>;
}

/** Uploads files for an input, and tells how far it has come. */
export function useUploads(input: ChatInput): Uploads {
  const { chat } = useView();
  const { settings } = useShown();
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const own = settings.general?.systemMessages?.['fileUploadError'];
  return {
    progress,
    failure,
    async upload(files) {
      setFailure(undefined);
      const urls: string[] = [];
      try {
        for (const [index, file] of files.entries()) {
          const onProgress = (part: number): void => setProgress((index + part) / files.length);
          const place = {
            url: chat.options.url,
            sessionId: chat.sessionId ?? '',
            blockId: input.id,
          };
          onProgress(0);
          urls.push(await uploadFile(file, { ...place, onProgress }));
        }
        return urls;
      } catch (error) {
        setFailure(own || (error instanceof Error ? error.message : String(error)));
        return [];
      } finally {
        setProgress(undefined);
      }
    },
  };
}
