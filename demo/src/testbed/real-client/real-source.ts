import type { Downloadable } from '@lectern/plugin-api';
import type { TestContent } from '../content.js';

/** Something real to download, and the files it is made of. */
export interface RealItem {
  readonly item: Downloadable;
  readonly content: TestContent;
}

/** Where a real download client gets its data from. */
export interface RealSource {
  /** Another book of three files. Different titles are different items. */
  publish(title: string): Promise<RealItem>;
  /** Something of the right kind that no client can use. */
  readonly malformed: Downloadable;
  /** A slow source takes at least ten seconds for an item, so that its middle can be seen. */
  setSlow(isSlow: boolean): void;
  close(): Promise<void>;
}

/** Bytes of each of the three files. */
export const FILE_SIZE = 200_000;
