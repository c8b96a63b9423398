import {
  CancelExport,
  ExportResults,
  Exports as Document,
  WatchExport,
  type WatchExportSubscription,
} from '@parley/client/dashboard';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useSubscription } from 'urql';
import { change } from '../app/change.js';
import { useCommands } from '../app/commands.js';
import { useData } from '../app/server.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';
import { argumentsOf, type Filter } from './resultFilter.js';
import { t } from '../i18n/t.js';

/** Writes the results that are shown, on all pages, into a file, and shows how far that is, also after a reload. */
export function Exports({
  botId,
  filter,
}: {
  readonly botId: string;
  readonly filter: Filter;
}): ReactNode {
  const [jobIds, note] = useJobs(botId);
  const { fault, run } = useAction();
  const begin = (): void =>
    void run(
      change(ExportResults, { input: { botId, format: 'CSV', ...argumentsOf(filter) } }),
      ({ startResultsExport: { job } }) => note(job ? [job.id] : []),
    );
  const latest = useRef(begin);
  latest.current = begin;
  useCommands(useMemo(() => [{ title: t('Export the results'), run: () => latest.current() }], []));
  return (
    <div className="exports">
      <button type="button" onClick={begin}>
        {t('Export')}
      </button>
      {jobIds.map((jobId) => (
        <Job key={jobId} jobId={jobId} />
      ))}
      <Fault words={fault} />
    </div>
  );
}

/** The exports that run, and those that ran since the page is shown; the newest first. */
function useJobs(botId: string): [jobIds: readonly string[], note: (ids: string[]) => void] {
  const { data } = useData(Document, { botId });
  const [jobIds, setJobIds] = useState<readonly string[]>([]);
  const note = (ids: readonly string[]): void =>
    setJobIds((known) => [...ids.filter((id) => !known.includes(id)), ...known]);
  const running = (data?.bot?.exports.nodes ?? [])
    .filter(({ status }) => status === 'QUEUED' || status === 'RUNNING')
    .map(({ id }) => id);
  if (running.some((id) => !jobIds.includes(id))) note(running);
  return [jobIds, note];
}

type Progress = WatchExportSubscription['jobProgress'];

function Job({ jobId }: { readonly jobId: string }): ReactNode {
  const [{ data, error }] = useSubscription<WatchExportSubscription>({
    query: WatchExport,
    variables: { jobId },
  });
  const job = data?.jobProgress;
  if (error) return <span role="alert">{t('The export failed.')}</span>;
  if (!job) return <Running jobId={jobId} />;
  if (job.status === 'CANCELED') return <span role="status">{t('The export was canceled.')}</span>;
  if (job.status === 'FAILED')
    return <span role="alert">{job.error ?? t('The export failed.')}</span>;
  if (job.fileUrl === null) return <Running jobId={jobId} job={job} />;
  return (
    <span role="status">
      <a href={job.fileUrl}>{downloadOf(job.rows)}</a>
    </span>
  );
}

function Running({
  jobId,
  job: { rows, total, progress } = { rows: 0, total: 0, progress: 0 },
}: {
  readonly jobId: string;
  /** Absent until the server says it. */
  readonly job?: Pick<Progress, 'rows' | 'total' | 'progress'>;
}): ReactNode {
  const { fault, run } = useAction();
  return (
    <span className="job">
      <progress max={100} value={progress} aria-label={t('The export')} />
      {t('{rows} of {total} rows', { rows, total: Math.max(rows, total) })}
      <button type="button" onClick={() => void run(change(CancelExport, { input: { jobId } }))}>
        {t('Cancel the export')}
      </button>
      <Fault words={fault} />
    </span>
  );
}

function downloadOf(count: number): string {
  return t('Download 1 row|Download {count} rows', { count });
}
