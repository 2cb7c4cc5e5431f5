import type { FocusEvent } from 'react';

/**
 * Keeps the focus where somebody put it in a dialog that has just opened. The library focuses what has `data-autofocus` by timers after it
 * opened, which on a busy machine is after the first keys; so the mark follows the focus.
 */
export function keepFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', 'true');
}
