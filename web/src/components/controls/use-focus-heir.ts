import { useLayoutEffect, useRef, type RefObject } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Elements around one, from the inside out, up to the page's main part; after each what follows it, and what precedes it. */
export function surroundings(element: Element): Element[] {
  const found: (Element | null)[] = [];
  for (let next = element.parentElement; next && !next.matches('main, body, [role="dialog"]'); next = next.parentElement)
    found.push(next, next.nextElementSibling, next.previousElementSibling);
  return found.filter((place) => place !== null);
}

/**
 * Focuses what can be focused in the innermost of these places that is still there, if nothing has the focus. That may disappear as well, as a
 * row does that changes first and leaves its list then; so the next one inherits from it.
 */
export function focusHeir(places: readonly Element[]): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  for (const place of places) {
    const heir = place.isConnected ? place.querySelector<HTMLElement>(FOCUSABLE) : null;
    if (!heir) continue;
    heir.focus({ preventScroll: true });
    const over = new AbortController();
    const watcher = new MutationObserver(() => {
      if (heir.isConnected) return;
      over.abort();
      focusHeir(places);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    over.signal.addEventListener('abort', () => watcher.disconnect());
    // from then on somebody has chosen another place
    for (const chosen of ['focusin', 'pointerdown']) document.addEventListener(chosen, () => over.abort(), { signal: over.signal });
    return;
  }
}

/**
 * When a focused element disappears, because its work changed the page, the focus moves to what is next to it. Without this it falls to the
 * page, and the keyboard starts again from the top.
 */
export function useFocusHeir<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element || document.activeElement !== element) return;
      const around = surroundings(element);
      setTimeout(() => focusHeir(around));
    };
  }, []);
  return ref;
}
