import { create } from 'qrcode';
import { type ReactNode, useMemo, useRef } from 'react';
import { t } from '../i18n/t.js';
import { saveFile } from '../ui/saveFile.js';

/** The white space around a code, in modules (ISO/IEC 18004 wants four). */
const QUIET = 4;

/** A picture that leads a camera to an address. */
export function QrCode({ url }: { readonly url: string }): ReactNode {
  const picture = useRef<SVGSVGElement>(null);
  const { size, path } = useMemo(() => drawn(url), [url]);
  const side = size + 2 * QUIET;
  return (
    <div className="qrCode">
      <svg
        ref={picture}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        width="160"
        height="160"
        role="img"
        aria-label={t('QR code of {url}', { url })}
      >
        <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <button
        type="button"
        onClick={() => saveFile('qr-code.svg', picture.current?.outerHTML ?? '', 'image/svg+xml')}
      >
        {t('Save the QR code')}
      </button>
    </div>
  );
}

/** The dark modules of a code as a path, a unit each. */
function drawn(url: string): { readonly size: number; readonly path: string } {
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((isDark, at) =>
    isDark ? [`M${at % size} ${Math.floor(at / size)}h1v1h-1z`] : [],
  );
  return { size, path: dark.join('') };
}
