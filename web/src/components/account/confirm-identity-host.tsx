import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onConfirmationRequired } from '../../api/confirmation.js';

const ConfirmIdentity = lazy(() => import('./confirm-identity.js').then((module) => ({ default: module.ConfirmIdentity })));

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
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
  const lastUsed = useRef<Element | null>(null);
  const isOpen = settle !== null;

  useEffect(() => {
    onConfirmationRequired(() => new Promise((resolve) => setSettle(() => resolve)));
  }, []);

  useEffect(() => {
    if (isOpen) return;
    const note = ({ target }: FocusEvent) => {
      lastUsed.current = target instanceof Element ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [isOpen]);

  if (!settle) return null;
  const end = (isConfirmed: boolean) => {
    const before = lastUsed.current;
    setSettle(null);
    settle(isConfirmed);
    setTimeout(() => giveFocusBack(before));
  };
  return (
    <Suspense fallback={null}>
      <ConfirmIdentity onDone={() => end(true)} onClose={() => end(false)} />
    </Suspense>
  );
}
