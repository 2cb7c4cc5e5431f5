import { useEffect, useEffectEvent } from 'react';

interface ShownPage {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** Turns to the last page of a list that has become shorter, because all that the shown page had is gone. */
export function useLastPage(shown: ShownPage | undefined, onPage: (page: number) => void): void {
  const last = shown ? Math.max(1, Math.ceil(shown.total / shown.limit)) : 1;
  const isBeyond = shown !== undefined && shown.page > last;
  const turn = useEffectEvent(onPage);
  useEffect(() => {
    if (isBeyond) turn(last);
  }, [isBeyond, last]);
}
