import { useLayoutEffect, useRef } from 'react';
import { focusHeir, surroundings } from '../controls/use-focus-heir.js';

/** What gets the focus back in a moment, from a dialog that has just closed. */
let returning: Element | null = null;

/**
 * Puts the focus back where it was when a dialog opened. The library does so only for a dialog that was mounted closed, and ours are
 * mounted to open. What opened it may be gone by then, because the dialog did its work; then what is next to that gets the focus. A dialog
 * that takes the place of another gives it to what opened that one.
 *
 * @param instead names what gets the focus in place of the opener, when the dialog closes
 */
export function useFocusReturn(opened = true, instead?: () => HTMLElement | null): void {
  const named = useRef(instead);
  useLayoutEffect(() => {
    named.current = instead;
  });
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = returning ?? document.activeElement;
    const around = opener ? surroundings(opener) : [];
    return () => {
      const atClose = document.activeElement;
      const heir = named.current?.() ?? opener;
      returning = heir;
      setTimeout(() => {
        if (returning === heir) returning = null;
        const now = document.activeElement;
        const isLost = now === null || now === document.body || now === atClose;
        if (!isLost) return;
        if (heir instanceof HTMLElement && heir.isConnected) heir.focus({ preventScroll: true });
        else focusHeir(around);
      }, 20);
    };
  }, [opened]);
}
