import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** The current time (ms), updated every few seconds, for estimates on screen. */
export function useNow(everyMs = 5000): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true });
  return now;
}
