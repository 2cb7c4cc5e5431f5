import { randomUUID } from 'node:crypto';
import { createTrackIndex } from './track-files.js';
import type { TrackIndex } from './track-files.js';

export interface WalkNotes {
  readonly tracks: TrackIndex;
  /** Handed-out albums, each with the page that handed it out: a page that is asked for again answers the same. */
  readonly handedOut: Map<string, string>;
}

/** Notes of walks that have not come to their end. */
export interface WalkMemory {
  open(): string;
  of(walk: string): WalkNotes | undefined;
  close(walk: string): void;
}

/** Walks may be given up without a word; only the latest are remembered. */
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
