import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

export interface FirstError {
  frame: RefObject<HTMLDivElement | null>;
  show: () => void;
}

/**
 * Moves people to the first wrong field within a frame, where nothing sticky covers it.
 *
 * @param complaints counts the times when errors were found; each time, the first wrong field gets the focus
 */
export function useFirstError(complaints: number): FirstError {
  const frame = useRef<HTMLDivElement>(null);
  const show = () => {
    const field = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  };
  useEffect(() => {
    if (complaints === 0) return undefined;
    // Folded parts open first.
    const timer = setTimeout(show, 50);
    return () => clearTimeout(timer);
  }, [complaints]);
  return { frame, show };
}
