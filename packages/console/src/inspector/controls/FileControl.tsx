import { UploadFile } from '@parley/client/dashboard';
import { type ReactNode, useRef } from 'react';
import { useParams } from 'wouter';
import { change } from '../../app/change.js';
import { sendFile } from '../../app/sendFile.js';
import { useAction } from '../../app/useAction.js';
import { Fault } from '../../ui/Fault.js';
import type { ControlProps } from './control.js';
import { TextControl } from './TextControl.js';
import { t } from '../../i18n/t.js';

/** The address of a file, which can be typed, or uploaded for the bot. */
export function FileControl(props: ControlProps): ReactNode {
  const { id, field, set } = props;
  const { botId = '' } = useParams<{ botId: string }>();
  const chooser = useRef<HTMLInputElement>(null);
  const { fault, isRunning, run } = useAction();
  const upload = async (file: File): Promise<string> => {
    const input = { botId, fileName: file.name, fileSize: file.size, fileType: file.type || null };
    const { createFileUpload } = await change(UploadFile, { input });
    return sendFile(file, createFileUpload.stagedUpload);
  };
  return (
    <div className="control">
      <TextControl {...props} />
      <div className="besides">
        <button type="button" disabled={isRunning} onClick={() => chooser.current?.click()}>
          {isRunning ? t('Uploading …') : t('Upload a file')}
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          id={`${id}-file`}
          aria-label={t('File for {name}', { name: field.title })}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file can be chosen again after a fault.
            target.value = '';
            if (file) void run(upload(file), set);
          }}
        />
      </div>
      <Fault words={fault} />
    </div>
  );
}
