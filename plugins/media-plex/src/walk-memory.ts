import { randomUUID } from 'node:crypto';
import { createTrackIndex } from './track-files.js';
import type { TrackIndex } from './track-files.js';

export interface WalkNotes {
  readonly tracks: TrackIndex;
  /** Returned albums, each with the page that returned it: a repeated page must give the same answer. */
  readonly handedOut: Map<string, string>;
}

/** Notes of unfinished walks. */
export interface WalkMemory {
  open(): string;
  of(walk: string): WalkNotes | undefined;
  close(walk: string): void;
}

/** Walks may be abandoned silently, so only the latest are remembered. */
const MOST_WALKS = 8;

export function createWalkMemory(): WalkMemory {
  const walks = new Map<string, WalkNotes>();
  return {
    open() {
      const id = randomUUID();
      walks.set(id, { tracks: createTrackIndex(), handedOut: new Map() });
      const [oldest] = walks.keys();
      if (walks.size > MOST_WALKS && oldest !== undefined) walks.delete(oldest);
      return id;
    },
    of(walk) {
      const notes = walks.get(walk);
      if (notes) {
        walks.delete(walk);
        walks.set(walk, notes);
      }
      return notes;
    },
    close: (walk) => void walks.delete(walk),
  };
}
