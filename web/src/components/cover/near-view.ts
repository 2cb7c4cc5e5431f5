import { useEffect, useState, type RefObject } from 'react';

/** How far around the view, and around what is seen of a row that scrolls, pictures are fetched once somebody moves about the page. */
const AHEAD = { rootMargin: '1200px 0px', scrollMargin: '400px' };
/** What comes before a page moves. */
const MOVES = ['scroll', 'wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
let isMoved = false;

function watch(): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    isMoved ? AHEAD : undefined,
  );
}

/** From now on the browser works ahead. */
function startAhead(): void {
  for (const type of MOVES) removeEventListener(type, startAhead, { capture: true });
  isMoved = true;
  observer?.disconnect();
  observer = undefined;
  for (const element of waiting.keys()) observe(element);
}

function observe(element: Element): void {
  observer ??= watch();
  observer.observe(element);
}

for (const type of MOVES) addEventListener(type, startAhead, { capture: true, passive: true });

/**
 * Whether an element has come into view. Until somebody moves about, what is outside of the view does not count: a browser that fetches
 * lazily by itself reads several screens ahead, which on a slow line is most of what the first page costs. Afterwards it counts well
 * before it is in view.
 *
 * @param isAtOnce true without looking
 */
export function useNearView(ref: RefObject<Element | null>, isAtOnce: boolean): boolean {
  const [isNear, setNear] = useState(isAtOnce);
  useEffect(() => {
    const element = ref.current;
    if (isNear || !element) return undefined;
    const forget = (): void => {
      waiting.delete(element);
      observer?.unobserve(element);
    };
    waiting.set(element, () => {
      forget();
      setNear(true);
    });
    observe(element);
    return forget;
  }, [ref, isNear]);
  return isNear;
}
