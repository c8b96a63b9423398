import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Whether a part is, or has been, seen, or near what is seen of the page: what takes long to read or to make is only then. `margin` is how far
 * outside counts as near, as a share of what is seen; with half of it, what the Tab key reaches next is made by then. In a browser that
 * cannot look beyond the edges of what scrolls, all parts are near.
 */
export function useIsNear<Part extends Element>(
  margin: '0%' | '50%' = '50%',
): [place: RefObject<Part | null>, isNear: boolean] {
  const place = useRef<Part>(null);
  const [isNear, setNear] = useState(
    () => margin !== '0%' && !('scrollMargin' in IntersectionObserver.prototype),
  );
  useEffect(() => {
    if (isNear || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin, scrollMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [place, isNear];
}
