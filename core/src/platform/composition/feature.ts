import type { EntitySchema } from 'typeorm';
import type { RunSql } from '../backup/index.js';
import type { LiveEvent } from '../events/event-bus.js';
import type { Owning } from '../http/ownership.js';
import type { Caller, Route } from '../http/route.js';
import type { JobDefinition } from '../jobs/job-queue.js';
import type { Say } from '../words/index.js';

/** Makes a service once, when it is first needed. A service that runs in the background also has a disposer. */
export type Service<Services, T> =
  ((services: Services) => T) | { readonly make: (services: Services) => T; readonly stop: (made: T) => Promise<unknown> | void };

/** A number of things that were deleted for their age, such as jobs. */
export interface Forgotten {
  readonly count: number;
}

/** Moments of the start that a listener can wait for. */
export interface StartMoments {
  /** Integrations have been started as they were stored. */
  readonly integrationsStarted: Promise<unknown>;
}

/** How a backup was restored. */
export interface RestoredAs {
  readonly restoredAt: string;
  readonly revokeTokens: boolean;
}

/** How a live event is shown: as it was published, or differently to each caller. */
export type EventPresenter<Services> = 'as published' | ((services: Services, event: LiveEvent, caller: Caller, say: Say) => object);

/**
 * Everything that the server needs to know about a feature. Each folder in `features/` exports one from its `feature.ts`,
 * and `app/features.ts` lists them.
 *
 * `Needs` names the services that others give; who gives them is not said, so a feature may need a few members of
 * what a higher floor gives, as a shape, without importing it. `Gives` names its own. The compiler compares them.
 */
export interface Feature<Needs, Gives> extends Owning {
  /** The name of its folder. */
  readonly name: string;
  /** The exports of its `entities.ts`. */
  readonly entities?: Readonly<Record<string, EntitySchema>>;
  readonly services: { readonly [Name in keyof Gives]: Service<Needs & Gives, Gives[Name]> };
  /** Services of other features that it replaces by wrappers, which pass on what does not concern them. */
  readonly wraps?: { readonly [Name in keyof Needs]?: (inner: Needs[Name], services: Needs & Gives) => Needs[Name] };
  readonly routes?: (services: Needs & Gives) => readonly Route[];
  readonly jobs?: (services: Needs & Gives) => readonly JobDefinition[];
  /** Types of the live events that it publishes. */
  readonly events?: Readonly<Record<string, EventPresenter<Needs & Gives>>>;
  /** Starts listening, before the server answers anybody. @returns a function that stops listening */
  readonly listen?: (services: Needs & Gives, moments: StartMoments) => () => Promise<unknown> | void;
  /** Cleans up after an earlier process, before any job runs. */
  readonly prepare?: (services: Needs & Gives) => Promise<unknown>;
  /** Enqueues work, once jobs run. */
  readonly begin?: (services: Needs & Gives) => Promise<unknown>;
  /** Ends in a database that was just restored what must not live on in it; within the restore, before any service runs. */
  readonly whenRestored?: (run: RunSql, restored: RestoredAs) => Promise<void>;
  /** Deletes what is too old to be kept. Runs daily. */
  readonly forget?: (services: Needs & Gives) => Promise<Forgotten | void>;
}

/** Declares a feature. */
export function defineFeature<Needs, Gives = Record<never, never>>(feature: Feature<Needs, Gives>): Feature<Needs, Gives> {
  return feature;
}
