import type { CSSProperties, ReactNode } from 'react';
import type { Kind } from '../../blocks/kinds.js';

/** The picture of a kind of block, in the colour of its family. */
export function KindIcon({ kind }: { readonly kind: Kind | undefined }): ReactNode {
  if (!kind) return <span className="blockIcon" />;
  return <span className={`blockIcon ${familyOf(kind)}`} title={kind.label} style={iconOf(kind)} />;
}

/** The style that shows the picture of a kind as a mask, which takes the colour of the text. */
export function iconOf({ icon }: Kind): CSSProperties {
  // React's type knows no custom properties.
  return { '--icon': `url("data:image/svg+xml,${encodeURIComponent(icon)}")` } as CSSProperties;
}

/** The class of the family of a kind, which gives it its colour. */
export function familyOf(kind: Kind | undefined): string {
  return kind?.category.toLowerCase() ?? '';
}
