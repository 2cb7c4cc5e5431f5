import { readJsonOr } from '../db/index.js';
import { storedSaid } from '../words/index.js';
import type { JobDefinition, JobInfo, JobPayload, JobProgress, JobState } from './job-queue.js';

/** A row of the table `jobs`. */
export interface JobRow {
  id: string;
  name: string;
  payload: string;
  state: JobState;
  attempt: number;
  maxAttempts: number;
  deaths: number;
  subject: string | null;
  progress: string | null;
  error: string | null;
  createdAt: string;
  runAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** A job as its handler gets it. */
export interface LiveJob {
  readonly id: string;
  readonly name: string;
  /** `undefined` when the stored payload is not a JSON object. */
  readonly payload: JobPayload | undefined;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly subject?: string;
}

/** A job that this process has claimed. */
export interface ClaimedJob extends LiveJob {
  /** How often its worker died, since a run went well. */
  readonly deaths: number;
  /** Names this run of the job, and no other. */
  readonly lease: string;
}

function parsePayload(text: string): JobPayload | undefined {
  try {
    const payload: unknown = JSON.parse(text);
    return typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? (payload as JobPayload) : undefined;
  } catch {
    return undefined;
  }
}

export function toLive(row: JobRow): LiveJob {
  return {
    id: row.id,
    name: row.name,
    payload: parsePayload(row.payload),
    attempt: row.attempt,
    maxAttempts: row.maxAttempts,
    subject: row.subject ?? undefined,
  };
}

/** @param definition absent for a kind that this version does not have */
export function toInfo(row: JobRow, definition: JobDefinition | undefined): JobInfo {
  const about = definition?.about?.(parsePayload(row.payload) ?? {}) ?? row.subject ?? undefined;
  return {
    id: row.id,
    name: row.name,
    title: definition?.title ?? row.name,
    state: row.state,
    attempt: row.attempt,
    maxAttempts: row.maxAttempts,
    progress: readJsonOr<JobProgress, undefined>(row.progress, undefined),
    error: row.error === null ? undefined : storedSaid(row.error),
    subject: row.subject ?? undefined,
    about,
    ...(definition?.quiet ? { quiet: true } : {}),
    createdAt: row.createdAt,
    runAt: row.runAt,
    startedAt: row.startedAt ?? undefined,
    finishedAt: row.finishedAt ?? undefined,
  };
}
