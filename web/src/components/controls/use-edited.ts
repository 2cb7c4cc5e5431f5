import { useState } from 'react';

/**
 * The value of a field that follows the server's until the person has changed it.
 *
 * A page opens with an answer that may be older, and the newer one arrives while its form is open. A form that took
 * the older value once would save it over the newer one.
 */
export function useEdited<T>(present: T): readonly [value: T, edit: (value: T) => void] {
  const [edited, setEdited] = useState<{ readonly value: T }>();
  return [edited === undefined ? present : edited.value, (value) => setEdited({ value })];
}
