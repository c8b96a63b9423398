import { ExportResults, WatchExport, type WatchExportSubscription } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useSubscription } from 'urql';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { argumentsOf, type Filter } from './resultFilter.js';
import { t } from '../i18n/t.js';

/** Writes the results that are shown, on all pages, into a file, and says how far it is. */
export function ExportButton({
  botId,
  filter,
}: {
  readonly botId: string;
  readonly filter: Filter;
}): ReactNode {
  const [jobId, setJobId] = useState<string>();
  const { fault, run } = useAction();
  const begin = (): void =>
    void run(
      change(ExportResults, { input: { botId, format: 'CSV', ...argumentsOf(filter) } }),
      ({ startResultsExport }) => setJobId(startResultsExport.job?.id),
    );
  return (
    <>
      <button type="button" onClick={begin}>
        {t('Export')}
      </button>
      {jobId === undefined ? null : <Progress key={jobId} jobId={jobId} />}
      {fault === '' ? null : <span role="alert">{fault}</span>}
    </>
  );
}

function Progress({ jobId }: { readonly jobId: string }): ReactNode {
  const [{ data, error }] = useSubscription<WatchExportSubscription>({
    query: WatchExport,
    variables: { jobId },
  });
  const { rows = 0, fileUrl = null, error: failed = null } = data?.jobProgress ?? {};
  if (error || failed !== null)
    return <span role="alert">{failed ?? t('The export failed.')}</span>;
  if (fileUrl !== null) return <a href={fileUrl}>{downloadOf(rows)}</a>;
  return <span role="status">{t('{rows} rows …', { rows })}</span>;
}

function downloadOf(count: number): string {
  return t('Download 1 row|Download {count} rows', { count });
}
