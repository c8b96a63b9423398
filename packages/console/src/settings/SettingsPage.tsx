import type { ReactNode } from 'react';
import { Fault } from '../ui/Fault.js';
import { Loading } from '../ui/Loading.js';
import type { ReadData } from '../app/server.js';
import { t } from '../i18n/t.js';

/** A page of the settings: its title, what it is about, what stands in the way, and its content once it is read. */
export function SettingsPage<Data>({
  title,
  help,
  shown,
  fault,
  children,
}: {
  readonly title: string;
  readonly help: string;
  readonly shown: ReadData<Data>;
  /** Why the last change was refused. */
  readonly fault?: string;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  return (
    <section className="settingsPage" aria-label={title}>
      <h1>{title}</h1>
      <p className="soft">{help}</p>
      <Fault words={shown.fault} />
      <Fault words={fault} />
      {shown.data === undefined ? shown.isLoading ? <Loading /> : null : children(shown.data)}
    </section>
  );
}

/** What a page shows to those who may not see its list. */
export function NotForYou(): ReactNode {
  return <p className="empty">{t('Your role in this workspace does not show this.')}</p>;
}
