import { type ReactNode, useEffect } from 'react';
import { strokeOf } from '../draw/MarkLayer.js';
import type { Overlay } from '../model/overlay.js';
import { type OverlayKind, OVERLAYS, SOURCES } from './sources.js';

/** What the picture over the flow means, in words. */
export function Legend({
  kind,
  botId,
  overlay,
  show,
}: {
  readonly kind: OverlayKind;
  readonly botId: string;
  readonly overlay: Overlay | undefined;
  readonly show: (overlay: Overlay | undefined) => void;
}): ReactNode {
  const Source = SOURCES[kind];
  // Another source has another overlay.
  useEffect(() => () => show(undefined), [kind, show]);
  const title = OVERLAYS.find(([one]) => one === kind)?.[1] ?? '';
  return (
    <section className="legend" aria-label={title}>
      <p role="status">{overlay ? `${title}: ${overlay.summary}` : title}</p>
      <ul>
        {overlay?.legend.map(({ look, words }) => (
          <li key={look}>
            <svg width="28" height="8" aria-hidden="true">
              <path d="M0 4H28" style={strokeOf(look, 3)} />
            </svg>
            {words}
          </li>
        ))}
      </ul>
      <Source key={kind} botId={botId} show={show} />
    </section>
  );
}
