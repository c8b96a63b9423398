import type { JsonObject } from '@parley/client';
import {
  DeleteThemeTemplate,
  SaveThemeTemplate,
  ThemeTemplates,
  type ThemeTemplatesQuery,
} from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../../app/change.js';
import { askFirst, askForText } from '../../app/questions.js';
import { useData } from '../../app/server.js';
import { useAction } from '../../app/useAction.js';
import { useDraft, useDraftState } from '../../draft/useDraft.js';
import { t } from '../../i18n/t.js';
import { Fault } from '../../ui/Fault.js';
import { patchTo } from '../../blocks/formModel.js';

type Workspace = NonNullable<ThemeTemplatesQuery['bot']>['workspace'];
type Look = NonNullable<Workspace['themeTemplates']>[number];

/** The looks that the workspace keeps: each can be given to the bot, and what the bot looks like can be kept. */
export function Looks({ botId }: { readonly botId: string }): ReactNode {
  const { data, fault, reload } = useData(ThemeTemplates, { botId });
  const draft = useDraft();
  const theme = useDraftState(({ flow }) => flow.theme);
  const action = useAction(reload);
  const workspace = data?.bot?.workspace;
  // Guests do not see them.
  if (!workspace?.themeTemplates) return <Fault words={fault} />;
  const { id: workspaceId, themeTemplates: looks } = workspace;
  const save = (input: {
    readonly name: string;
    readonly theme: unknown;
    themeTemplateId?: string;
  }) => void action.run(change(SaveThemeTemplate, { input: { workspaceId, ...input } }));
  const keep = (): void =>
    askForText({ title: t('What to call this look'), button: t('Keep') }, (name) =>
      save({ name, theme: theme ?? {} }),
    );
  const remove = ({ id: themeTemplateId, name }: Look): void =>
    askFirst(
      {
        title: t('Delete {name}?', { name }),
        help: t('Bots that have this look keep it.'),
        button: t('Delete'),
      },
      () =>
        void action.run(change(DeleteThemeTemplate, { input: { workspaceId, themeTemplateId } })),
    );
  const apply = (look: Look): void => {
    // A theme is a JSON object.
    const patch = patchTo(theme ?? {}, look.theme as JsonObject);
    if (Object.keys(patch).length > 0) draft.edit([{ setTheme: { patch } }]);
  };
  return (
    <section className="looks" aria-label={t('Looks of the workspace')}>
      <h3>{t('Looks of the workspace')}</h3>
      <Fault words={action.fault} />
      {looks.length === 0 ? (
        <p className="help">{t('Keep what this bot looks like, to give it to others.')}</p>
      ) : null}
      <ul className="rows">
        {looks.map((look) => (
          <LookRow
            key={look.id}
            look={look}
            apply={() => apply(look)}
            rename={(name) => save({ name, theme: look.theme, themeTemplateId: look.id })}
            remove={() => remove(look)}
          />
        ))}
      </ul>
      <button type="button" onClick={keep}>
        {t('Keep this look …')}
      </button>
    </section>
  );
}

function LookRow({
  look: { name },
  apply,
  rename,
  remove,
}: {
  readonly look: Look;
  readonly apply: () => void;
  readonly rename: (name: string) => void;
  readonly remove: () => void;
}): ReactNode {
  const ask = (): void =>
    askForText({ title: t('What to call this look'), text: name, button: t('Rename') }, rename);
  return (
    <li>
      <span className="rowText">{name}</span>
      <button type="button" aria-label={t('Apply {name}', { name })} onClick={apply}>
        {t('Apply')}
      </button>
      <button type="button" aria-label={t('Rename {name}', { name })} onClick={ask}>
        {t('Rename')}
      </button>
      <button type="button" aria-label={t('Delete {name}', { name })} onClick={remove}>
        {t('Delete')}
      </button>
    </li>
  );
}
