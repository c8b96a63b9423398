import type { CSSProperties, ReactNode } from 'react';
import type { Kind } from '../../blocks/kinds.js';

/** The picture of a kind of block, in the colour of its family. */
export function KindIcon({ kind }: { readonly kind: Kind | undefined }): ReactNode {
  if (!kind) return <span className="blockIcon" />;
  const mask = `url("data:image/svg+xml,${encodeURIComponent(kind.icon)}")`;
  return (
    <span
      className={`blockIcon ${familyOf(kind)}`}
      title={kind.label}
      style={{ '--icon': mask } as CSSProperties}
    />
  );
}

/** The class of the family of a kind, which gives it its colour. */
export function familyOf(kind: Kind | undefined): string {
  return kind?.category.toLowerCase() ?? '';
}
