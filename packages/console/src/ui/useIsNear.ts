import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside what is shown a part is near, in parts of that: what the Tab key comes to next is there by then. */
const MARGIN = '50%';

/**
 * Whether a part was near to what the page shows, once: what takes long to make is made then. In a browser that cannot look beyond the edges of
 * a scrolled part, all are near.
 */
export function useIsNear<Part extends Element>(): [
  place: RefObject<Part | null>,
  isNear: boolean,
] {
  const place = useRef<Part>(null);
  const [isNear, setNear] = useState(() => !('scrollMargin' in IntersectionObserver.prototype));
  useEffect(() => {
    if (isNear || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [place, isNear];
}
