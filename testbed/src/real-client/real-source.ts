import type { Downloadable } from '@lectern/plugin-api';
import type { TestContent } from '../content.js';

/** Something real to download, and the files it is made of. */
export interface RealItem {
  readonly item: Downloadable;
  readonly content: TestContent;
}

/** The source of data for a real download client. */
export interface RealSource {
  /** Another book of three files. Different titles are different items. */
  publish(title: string): Promise<RealItem>;
  /** Something of the right kind that no client can use. */
  readonly malformed: Downloadable;
  /** From now on serves half of an item and then waits, so that a test can look at an unfinished download for as long as it needs. */
  holdHalfway(): void;
  /** Gives the rest. */
  release(): void;
  /** While it is away, it drops answers under way and new requests, so that no data can arrive. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
}

export const FILE_COUNT = 3;
/** Bytes of each file. */
export const FILE_SIZE = 200_000;
