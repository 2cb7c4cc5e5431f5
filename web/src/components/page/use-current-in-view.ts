import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a row of links sideways until the current one is in its middle, as far as the row goes; on a phone it may be out of view.
 *
 * @param state what changes the current link or the width of the row, such as a number that arrives
 */
export function useCurrentInView(state: string): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = ref.current;
    const current = row?.querySelector('[aria-current]');
    if (!row || !current) return;
    const [around, inside] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
    row.scrollBy({ left: inside.left + inside.width / 2 - around.left - around.width / 2 });
  }, [state]);
  return ref;
}
