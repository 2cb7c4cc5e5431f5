import { useRef, useState } from 'react';
import type { RequestSummary } from '../../../api/types.js';

/** The requests of a list that somebody selected, on this page and on others. */
export function useSelection(requests: readonly RequestSummary[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, RequestSummary>>(new Map());
  /** The one from which a range goes. */
  const last = useRef<string | undefined>(undefined);
  // those on this page as they are now; others as they were when selected
  const present = new Map(requests.map((request) => [request.id, request]));
  const indexOf = (id: string | undefined): number => requests.findIndex((request) => request.id === id);
  return {
    chosen: [...chosen.values()].map((request) => present.get(request.id) ?? request),
    has: (id: string): boolean => chosen.has(id),
    choose: (wanted: readonly RequestSummary[]): void => {
      last.current = undefined;
      setChosen(new Map(wanted.map((request) => [request.id, request])));
    },
    /** @param range everything between it and the one before becomes as it does */
    toggle: (request: RequestSummary, range: boolean): void => {
      const here = indexOf(request.id);
      const from = range ? indexOf(last.current) : -1;
      const between = from === -1 ? [request] : requests.slice(Math.min(from, here), Math.max(from, here) + 1);
      const isOn = !chosen.has(request.id);
      const next = new Map(chosen);
      for (const one of between) {
        if (isOn) next.set(one.id, one);
        else next.delete(one.id);
      }
      last.current = request.id;
      setChosen(next);
    },
  };
}
