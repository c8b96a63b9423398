import type { ChatInput } from '@parley/client';
import { useEffect, useState } from 'preact/hooks';
import { reasonOf } from '../chat/failureState.js';
import { useShown, useView, type View } from '../view/context.js';
import { FileTooLarge, uploadFile } from './upload.js';

/** Files that are being uploaded for an input. */
export interface Uploads {
  /** From 0 to 1 while files are uploaded. */
  readonly progress: number | undefined;
  readonly failure: string | undefined;
  /** Uploads files one after the other and returns their addresses; an empty list if one of them is refused. */
  upload(files: readonly File[]): Promise<readonly string[]>;
}

/** Uploads files for an input, and follows the progress. */
export function useUploads(input: ChatInput): Uploads {
  const { chat, languages } = useView();
  const { settings } = useShown();
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [left] = useState(() => new AbortController());
  useEffect(() => () => left.abort(), [left]);
  return {
    progress,
    failure,
    async upload(files) {
      setFailure(undefined);
      const urls: string[] = [];
      try {
        for (const file of files) {
          const onProgress = (part: number): void =>
            setProgress((urls.length + part) / files.length);
          const place = {
            url: chat.options.url,
            sessionId: chat.sessionId ?? '',
            blockId: input.id,
            signal: left.signal,
          };
          onProgress(0);
          urls.push(await uploadFile(file, { ...place, onProgress }));
        }
        // The chat may have another question by now, if another tab has answered.
        return left.signal.aborted ? [] : urls;
      } catch (error) {
        setFailure(uploadFailure(error, languages, settings.general?.systemMessages));
        return [];
      } finally {
        setProgress(undefined);
      }
    },
  };
}

/** Why a file was not uploaded; in the words of the bot's settings, if they have any. */
function uploadFailure(
  error: unknown,
  languages: View['languages'],
  own: Readonly<Record<string, string | undefined>> = {},
): string {
  const { fileUploadError, fileUploadSizeError } = own;
  if (error instanceof FileTooLarge) {
    return (fileUploadSizeError || '[[file]]: [[limit]] max.')
      .replaceAll('[[file]]', error.file)
      .replaceAll('[[limit]]', readableSize(error.maxBytes, languages));
  }
  return fileUploadError || reasonOf(error);
}

/** A number of bytes for people, such as `10 MB`. */
function readableSize(bytes: number, languages: View['languages']): string {
  const isLarge = bytes >= 1_048_576;
  const count = bytes / (isLarge ? 1_048_576 : 1_024);
  const unit = isLarge ? 'megabyte' : 'kilobyte';
  const style = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat([...languages], style).format(count);
}
