import { CreateBot, ImportBot } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { server } from '../app/server.js';
import { Dialog } from '../ui/Dialog.js';
import { type BotFile, importAll, type Imported, readBot } from './readBots.js';
import { Fault } from '../ui/Fault.js';
import { language, ofServer, t } from '../i18n/t.js';
import { UNSAID_LANGUAGE } from '../languages/languageName.js';

interface Example {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** Where a new bot goes. */
interface Target {
  readonly workspaceId: string;
  readonly folderId?: string | undefined;
}

/** Makes a bot: empty, of an example, or of exported files. */
export function NewBot({
  target,
  close,
  made,
}: {
  readonly target: Target;
  readonly close: () => void;
  /** Called after bots were made. */
  readonly made: () => void;
}): ReactNode {
  const [, go] = useLocation();
  const { fault, run } = useAction();
  const [report, setReport] = useState<readonly Imported[]>();
  const examples = useExamples();
  const open = (making: Promise<string | undefined>): void => {
    void run(making, (id) => id !== undefined && go(`/b/${id}/flow`));
  };
  const importFiles = (files: readonly File[]): void => {
    void importAll(files, async (bot) => void (await importBot(target, bot))).then((done) => {
      setReport(done);
      made();
    });
  };
  return (
    <Dialog title={t('New bot')} close={close}>
      <p className="choices">
        <button type="button" className="primary" onClick={() => open(createEmpty(target))}>
          {t('Empty bot')}
        </button>
        <label className="button">
          {t('Import files')}
          <input
            type="file"
            accept=".json,application/json"
            multiple
            className="hidden"
            onChange={({ target: { files } }) => importFiles([...(files ?? [])])}
          />
        </label>
        <button type="button" onClick={() => open(importPasted(target))}>
          {t('Paste from the clipboard')}
        </button>
      </p>
      <Fault words={fault} />
      {report ? <ImportReport report={report} /> : null}
      <h3>{t('Examples')}</h3>
      <ul className="examples">
        {examples.map(({ name, title, text }) => (
          <li key={name}>
            <button type="button" onClick={() => open(importExample(target, name))}>
              <strong>{ofServer(title)}</strong>
              <span>{ofServer(text)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What became of each file. */
export function ImportReport({ report }: { readonly report: readonly Imported[] }): ReactNode {
  const refused = report.filter(({ fault }) => fault !== undefined);
  return (
    <div role="status" className="report">
      <p>
        {t('{done} of {all} imported.', {
          done: report.length - refused.length,
          all: report.length,
        })}
      </p>
      <ul>
        {refused.map(({ name, fault }) => (
          <li key={name}>
            <strong>{name}</strong>: {fault}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useExamples(): readonly Example[] {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  useEffect(() => {
    fetch(`${server}/examples/index.json`)
      .then(async (response) => response.json() as Promise<readonly Example[]>)
      .then(setExamples)
      .catch(() => undefined);
  }, []);
  return examples;
}

/** Makes a bot that is written in the language that is shown: its visitors read its defaults, such as "Send", in that language. */
async function createEmpty({ workspaceId, folderId }: Target): Promise<string | undefined> {
  const bot = {
    name: t('New bot'),
    ...(folderId !== undefined && { folderId }),
    ...(language !== UNSAID_LANGUAGE && { translations: { base: language } }),
  };
  const { createBot } = await change(CreateBot, { input: { workspaceId, bot } });
  return createBot.bot?.id;
}

/** Makes a bot of a file. */
export async function importBot(
  { workspaceId, folderId }: Target,
  bot: BotFile,
): Promise<string | undefined> {
  const placed = { ...bot, ...(folderId !== undefined && { folderId }) };
  const { importBot: done } = await change(ImportBot, { input: { workspaceId, bot: placed } });
  return done.bot?.id;
}

async function importPasted(target: Target): Promise<string | undefined> {
  const text = await navigator.clipboard.readText();
  return importBot(target, readBot(text, t('Pasted bot')));
}

async function importExample(target: Target, name: string): Promise<string | undefined> {
  const response = await fetch(`${server}/examples/${name}.json`);
  return importBot(target, (await response.json()) as BotFile);
}
