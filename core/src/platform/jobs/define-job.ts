import type { ValidateFunction } from 'ajv';
import Type, { type Static, type TSchema } from 'typebox';
import type { Tx } from '../db/index.js';
import { createAjv, describeErrors, tellErrors } from '../http/validation.js';
import {
  scheduleKey,
  UnfitPayloadError,
  type CancelledJob,
  type JobContext,
  type JobDefinition,
  type JobPayload,
  type JobRequest,
} from './job-queue.js';

/** Overrides for when a job runs. By default it runs as soon as its turn comes. */
export type JobTiming = Pick<JobRequest, 'runAt' | 'priority'>;

type Asked<P> = Record<string, never> extends P ? [payload?: P, timing?: JobTiming] : [payload: P, timing?: JobTiming];

/** The work for a type of job: a {@link JobDefinition} whose payload has been validated. */
export interface JobHandler<P> extends Omit<JobDefinition, 'name' | 'about' | 'run' | 'onExhausted' | 'onCancelled'> {
  readonly run: (job: JobContext<P>) => ReturnType<JobDefinition['run']>;
  readonly onExhausted?: (job: Omit<JobContext<P>, 'signal' | 'progress'>, error: unknown) => Promise<void>;
  readonly onCancelled?: (tx: Tx, job: CancelledJob<P>) => ReturnType<NonNullable<JobDefinition['onCancelled']>>;
}

/** A type of job. Calling it makes the request that is enqueued: `jobs.enqueue(tx, GRAB({ requestId }))`. */
export interface JobType<P> {
  (...asked: Asked<P>): JobRequest;
  /** The name in the database. */
  readonly name: string;
  /** Makes the definition that a worker registers. A payload that does not fit never reaches the handler. */
  handledBy(handler: JobHandler<P>): JobDefinition;
}

/** The payload of a type of job. */
export type PayloadOf<J> = J extends JobType<infer P> ? P : never;

/** Properties of a job that are derived from its payload. */
export interface JobIdentity<P> {
  /** The `singletonKey`. With `schedule` it is the key of the job's own schedule, so that a manual and a scheduled run are one. */
  readonly key?: 'schedule' | ((payload: P) => string);
  readonly subject?: (payload: P) => string;
  /** The thing that it works on, for people to see, where that is not its subject. */
  readonly about?: (payload: P) => string;
}

/** The schema of jobs without a payload. */
export const NO_PAYLOAD = Type.Unsafe<Record<string, never>>(Type.Object({}));

let ajv: ReturnType<typeof createAjv> | undefined;

/**
 * Declares a type of job once, for those who enqueue it and for the worker that handles it. The schema describes what is
 * in the database, where jobs of earlier versions may wait, so add only optional members, and rename none.
 *
 * @param name the name in the database
 */
export function defineJob<S extends TSchema>(
  name: string,
  schema: S,
  { key, subject, about }: JobIdentity<Static<S>> = {},
): JobType<Static<S>> {
  type Payload = Static<S>;
  // most types never run between two starts, and a schema takes milliseconds to compile
  let validate: ValidateFunction<Payload> | undefined;

  function read(payload: JobPayload): Payload {
    ajv ??= createAjv();
    validate ??= ajv.compile<Payload>(schema);
    if (validate(payload)) return payload;
    const faults = tellErrors(describeErrors(validate.errors ?? []));
    throw new UnfitPayloadError(`The payload of this job does not fit ${name}: ${faults.join('; ')}.`);
  }

  function ask(payload: Payload = {} as Payload, timing: JobTiming = {}): JobRequest {
    return {
      name,
      payload,
      ...(key === undefined ? {} : { singletonKey: key === 'schedule' ? scheduleKey(name) : key(payload) }),
      ...(subject === undefined ? {} : { subject: subject(payload) }),
      ...timing,
    };
  }

  const type = Object.assign(ask, {
    handledBy({ run, onExhausted, onCancelled, ...handler }: JobHandler<Payload>): JobDefinition {
      return {
        ...handler,
        name,
        // not validated: one that does not fit names nothing that exists
        ...(about && { about: (payload) => about(payload as Payload) }),
        run: async (job) => run({ ...job, payload: read(job.payload) }),
        ...(onCancelled && { onCancelled: async (tx, job) => onCancelled(tx, { ...job, payload: read(job.payload) }) }),
        ...(onExhausted && { onExhausted: async (job, error) => onExhausted({ ...job, payload: read(job.payload) }, error) }),
      };
    },
  });
  return Object.defineProperty(type, 'name', { value: name });
}
