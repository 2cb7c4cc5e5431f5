import { useEffect } from 'react';

/** Shows a number on the icon of the installed app, where the browser can. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined || !('setAppBadge' in navigator)) return;
    (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined);
  }, [count]);
}
