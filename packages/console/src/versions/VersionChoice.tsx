import { Versions } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import { Choice } from '../ui/Choice.js';
import { t } from '../i18n/t.js';

/** The newest versions of a bot with their names for people, and the name of any of them. */
export function useVersionNames(botId: string) {
  const { data } = useData(Versions, { botId });
  const versions = (data?.bot?.versions.nodes ?? []).map(
    ({ id, number, label, isLive }): readonly [id: string, name: string] => [
      id,
      [t('Version {number}', { number }), label, isLive ? t('live') : null]
        .filter((part) => part !== null && part !== '')
        .join(' · '),
    ],
  );
  return {
    versions,
    nameOf: (versionId: string) =>
      versions.find(([id]) => id === versionId)?.[1] ?? t('An older version'),
  };
}

/** A choice of one of the newest versions of a bot, or none. */
export function VersionChoice({
  botId,
  label,
  none,
  value,
  choose,
}: {
  readonly botId: string;
  readonly label: string;
  /** What it says where no version is chosen. */
  readonly none: string;
  readonly value: string | null;
  readonly choose: (versionId: string | null) => void;
}): ReactNode {
  const { versions, nameOf } = useVersionNames(botId);
  const isListed = value === null || versions.some(([id]) => id === value);
  const older = isListed ? [] : [[value, nameOf(value)] as const];
  return (
    <Choice
      label={label}
      options={[['', none], ...versions, ...older]}
      value={value ?? ''}
      choose={(id) => choose(id === '' ? null : id)}
    />
  );
}
