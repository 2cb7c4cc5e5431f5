import { useEffect, useRef, useState } from 'react';
import { onConfirmationRequired } from '../../api/confirmation.js';
import { loadPart } from '../../api/load-part.js';
import type { ConfirmIdentity } from './confirm-identity.js';

/** The dialog, and where its answer goes. */
interface Asked {
  readonly Confirm: typeof ConfirmIdentity;
  readonly settle: (isConfirmed: boolean) => void;
}

/** Shows the dialog with `show`. Rejects if its program cannot be had, so that the call fails and says why, and the page stays. */
async function ask(show: (asked: Asked) => void): Promise<boolean> {
  const { ConfirmIdentity: Confirm } = await loadPart(import('./confirm-identity.js'));
  return new Promise((settle) => show({ Confirm, settle }));
}

/** Returns the focus to the last used element; a busy button gets it only once it can be used again. */
function giveFocusBack(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.focus();
  if (document.activeElement === element) return;
  const watch = new MutationObserver(() => {
    if (element.matches(':disabled')) return;
    watch.disconnect();
    if (document.activeElement === document.body) element.focus();
  });
  watch.observe(element, { attributes: true, attributeFilter: ['disabled'] });
}

/** Shows the dialog when a call from any page requires confirmation. */
export function ConfirmIdentityHost() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const lastUsed = useRef<Element | null>(null);
  const isOpen = asked !== null;

  useEffect(() => {
    onConfirmationRequired(() => ask(setAsked));
  }, []);

  useEffect(() => {
    if (isOpen) return;
    const note = ({ target }: FocusEvent) => {
      lastUsed.current = target instanceof Element ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [isOpen]);

  if (!asked) return null;
  const { Confirm, settle } = asked;
  const end = (isConfirmed: boolean) => {
    const before = lastUsed.current;
    setAsked(null);
    settle(isConfirmed);
    setTimeout(() => giveFocusBack(before));
  };
  return <Confirm onDone={() => end(true)} onClose={() => end(false)} />;
}
