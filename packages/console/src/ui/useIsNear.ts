import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside of what is seen a part counts as near, as a share of what is seen: what the Tab key reaches next is made by then. */
const MARGIN = '50%';

/**
 * Whether a part is, or has been, near what is seen of the page: what takes long to make is made only then. In a browser that cannot look
 * beyond the edges of what scrolls, all parts are near.
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
