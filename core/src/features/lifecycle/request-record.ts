import type { RowOf } from '../../platform/db/index.js';
import type { RequestEntity, RequestEventEntity } from './entities.js';

/** Why a request waits. Every status that is not a quiet end has one. */
export interface WaitReason {
  /** Stable. */
  readonly code: string;
  /** A sentence: what it waits for. */
  readonly message: string;
  /** Who is to blame or awaited. */
  readonly component?: { readonly kind: string; readonly name: string };
  readonly since: string;
  /** When something happens by itself. */
  readonly nextAt?: string;
  /** What happens then. */
  readonly nextStep?: string;
  /** What a person can do about it. */
  readonly todo?: string;
  /** Which wording of the code the sentences are, in `reasons/`; absent in what older versions wrote. */
  readonly wording?: string;
  /** What the wording says it with. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Live progress of a download or an import. */
export interface RequestProgress {
  /** 0 to 1. */
  readonly fraction: number;
  readonly bytesDone?: number;
  readonly bytesTotal?: number;
  readonly etaSeconds?: number;
  readonly downBps?: number;
  /** State of the download in its client. */
  readonly clientState?: string;
  readonly phase?: string;
}

/** A row of `requests`, JSON still as text. */
export type RequestRow = RowOf<typeof RequestEntity>;

/** A row of `request_events`: one line of the timeline, JSON still as text. */
export type RequestEventRow = RowOf<typeof RequestEventEntity>;
