import Type from 'typebox';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobRequest } from '../../platform/jobs/job-queue.js';
import type { RequestEffect } from './machine.js';

/** The subject under which all jobs of a request run, so that cancel finds them. */
export function requestSubject(requestId: string): string {
  return `request:${requestId}`;
}

/** How jobs name a download that they work on. */
export function downloadTopic(downloadId: string): string {
  return `download:${downloadId}`;
}

/** What jobs that outlive their request say that they work on. */
const aboutRequest = ({ requestId }: { readonly requestId: string }) => requestSubject(requestId);
const aboutDownload = ({ downloadId }: { readonly downloadId: string }) => downloadTopic(downloadId);

/** A job that carries a request from arrow to arrow: one waits at a time, and it ends with the request. */
function identity(name: string) {
  return {
    key: ({ requestId }: { readonly requestId: string }) => `${name}:${requestId}`,
    subject: ({ requestId }: { readonly requestId: string }) => requestSubject(requestId),
  };
}

const requestId = Type.String();

/** Asks all indexers, and chooses. */
export const SEARCH = defineJob(
  'request.search',
  Type.Object({
    requestId,
    /** A person wants the best there is now. */
    withoutDelay: Type.Optional(Type.Boolean()),
  }),
  identity('request.search'),
);

/** Gives a release to a download client. */
export const GRAB = defineJob(
  'request.grab',
  Type.Object({
    requestId,
    /** The choice of a person, a plugin or the search; without it, the best that is left. */
    candidateId: Type.Optional(Type.String()),
  }),
  identity('request.grab'),
);

/** Puts the files of a finished download into the library folder. */
export const IMPORT = defineJob(
  'request.import',
  Type.Object({
    requestId,
    /** A person looked at it and wants it as it is. */
    acceptSuspect: Type.Optional(Type.Boolean()),
    /** Files of a manual import, as this server sees them, in place of a download's. */
    sourcePath: Type.Optional(Type.String()),
    /** Those files are deleted once they are in the library. */
    cleanupSource: Type.Optional(Type.Boolean()),
  }),
  identity('request.import'),
);

/** Hands a finished book to the media server. */
export const REFRESH_LIBRARY = defineJob('library.refresh', Type.Object({ requestId }), identity('library.refresh'));

/**
 * Lets the files that a request replaces give way to its own. It has no subject, because it goes on once it has begun, whatever becomes of
 * the request.
 */
export const REPLACE_FILES = defineJob('library.replace', Type.Object({ requestId }), {
  key: ({ requestId: id }) => `library.replace:${id}`,
  about: aboutRequest,
});

/** Deletes a request, and its files if that is wanted. It has no subject, because it ends all jobs of its request. */
export const DELETE_REQUEST = defineJob('request.delete', Type.Object({ requestId }), {
  key: ({ requestId: id }) => `request.delete:${id}`,
  about: aboutRequest,
});

/** Takes a release out of its client. It has no subject, because it must outlive the request that gave it up. */
export const REMOVE_DOWNLOAD = defineJob('download.remove', Type.Object({ downloadId: Type.String() }), {
  key: ({ downloadId }) => `remove:${downloadId}`,
  about: aboutDownload,
});

/** Tells the client of a seeded download that its book is in the library. It has no subject, for the same reason. */
export const TELL_IMPORTED = defineJob('download.imported', Type.Object({ downloadId: Type.String() }), {
  key: ({ downloadId }) => `imported:${downloadId}`,
  about: aboutDownload,
});

/** Deletes the remains of an imported download. It has no subject, for the same reason. */
export const REMOVE_LEFTOVERS = defineJob('import.leftovers', Type.Object({ downloadId: Type.String() }), {
  key: ({ downloadId }) => `leftovers:${downloadId}`,
  about: aboutDownload,
});

/** Deletes the files that a person named for an import, now that they are in the library. It has no subject, for the same reason. */
export const CLEAN_SOURCE = defineJob(
  'import.clean-source',
  Type.Object({
    requestId,
    /** As the import was given it. */
    path: Type.String(),
  }),
  { key: ({ requestId: of }) => `clean-source:${of}`, about: aboutRequest },
);

/** Hooks about one request that a job calls. */
export const REQUEST_HOOKS = [
  'request.created',
  'request.approved',
  'request.denied',
  'request.available',
  'request.failed',
  'request.cancelled',
  'download.started',
  'download.completed',
  'download.failed',
  'import.completed',
  'import.failed',
] as const;

export type RequestHook = (typeof REQUEST_HOOKS)[number];

/** Tells plugins what happened to a request. */
export const TELL_HOOKS = defineJob(
  'hooks.tell',
  Type.Object({
    /** Any text is read: a job that another version queued may name a hook that this one does not have. */
    hook: Type.Unsafe<RequestHook>(Type.String()),
    requestId,
    /** Facts of the move. No secrets. */
    detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  { about: aboutRequest },
);

/** The members that a move may add to the payload of the job that it causes. */
export type MovePayload = Omit<PayloadOf<typeof SEARCH> & PayloadOf<typeof GRAB> & PayloadOf<typeof IMPORT>, 'requestId'>;

type MoveJob = (payload: MovePayload & { readonly requestId: string }, timing: { readonly runAt?: Date }) => JobRequest;

/** The jobs that moves cause. */
export const EFFECT_JOBS: Partial<Record<RequestEffect, MoveJob>> = {
  'job:search': SEARCH,
  'job:grab': GRAB,
  'job:import': IMPORT,
  'job:library-refresh': REFRESH_LIBRARY,
  'job:replace-files': REPLACE_FILES,
};
