import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Tells the style sheet how high a bar is that stays at the foot of the window, so that nothing with the focus lies below it.
 *
 * @param isShown whether the bar is on the page
 */
export function useFootBar(isShown = true): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = ref.current;
    if (!bar) return undefined;
    const { style } = document.documentElement;
    const tell = () => style.setProperty('--foot-bar', `${bar.offsetHeight}px`);
    const watcher = new ResizeObserver(tell);
    tell();
    watcher.observe(bar);
    return () => {
      watcher.disconnect();
      style.removeProperty('--foot-bar');
    };
  }, [isShown]);
  return ref;
}
