import { useStore } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useDraftState } from '../../draft/useDraft.js';
import { t } from '../../i18n/t.js';
import { Choice } from '../../ui/Choice.js';
import { type OverlayKind, OVERLAYS } from './sources.js';

/** What is open at the side of the canvas. */
export type Panel = 'blocks' | 'outline';

/** What the buttons over the canvas do. */
interface ToolbarProps {
  add(): void;
  addNote(): void;
  find(): void;
  tidy(): void;
  fit(): void;
  zoom(way: 'in' | 'out'): void;
  /** Shows a panel at the side, or hides it. */
  toggle(panel: Panel): void;
  readonly panel: Panel | undefined;
  /** What is shown over the flow. */
  readonly shown: OverlayKind | 'nothing';
  choose(shown: OverlayKind | 'nothing'): void;
}

/** The buttons over the canvas. */
export function Toolbar(props: ToolbarProps): ReactNode {
  const { add, addNote, find, tidy, fit, zoom, toggle, panel, shown, choose } = props;
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <div className="toolbar" role="toolbar" aria-label={t('Canvas')}>
      <button
        type="button"
        className="primary"
        disabled={isReadOnly}
        onClick={add}
        title={t('Add a block or a group (/)')}
      >
        {t('+ Add')}
      </button>
      <button type="button" disabled={isReadOnly} onClick={addNote} title={t('Add a note (S)')}>
        {t('Note')}
      </button>
      <button type="button" onClick={find} title={t('Search in the flow (Ctrl F)')}>
        {t('Search')}
      </button>
      <button type="button" aria-pressed={panel === 'blocks'} onClick={() => toggle('blocks')}>
        {t('Blocks')}
      </button>
      <button type="button" aria-pressed={panel === 'outline'} onClick={() => toggle('outline')}>
        {t('Outline')}
      </button>
      <Choice
        label={t('Show on the canvas')}
        options={[['nothing', t('Show …')], ...OVERLAYS]}
        value={shown}
        choose={choose}
      />
      <button
        type="button"
        disabled={isReadOnly}
        onClick={tidy}
        title={t('Arrange the selected groups, or all of them (T)')}
      >
        {t('Tidy')}
      </button>
      <button type="button" className="zooming" onClick={fit} title={t('Show all (⇧1)')}>
        {t('Fit')}
      </button>
      <button
        type="button"
        className="zooming"
        onClick={() => zoom('out')}
        aria-label={t('Zoom out')}
        title={t('Zoom out (−)')}
      >
        −
      </button>
      <output className="zooming" aria-label={t('Zoom')}>
        {percent} %
      </output>
      <button
        type="button"
        className="zooming"
        onClick={() => zoom('in')}
        aria-label={t('Zoom in')}
        title={t('Zoom in (=)')}
      >
        +
      </button>
    </div>
  );
}
