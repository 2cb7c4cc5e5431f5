import { ApiError } from '../../platform/http/problem.js';
import { createActs } from './act-on-request.js';
import { createMergeChoice } from './choose-merge.js';
import { createUploadImports } from './import-upload.js';
import { createManualImports, type FilesToImport } from './manual-import.js';
import { createRequestCreation, ownRequestFor, type CreateOutcome, type RequestInput } from './create-request.js';
import { createDeletion } from './delete-request.js';
import { createDecisions } from './decide-request.js';
import { createRepairs } from './repair-request.js';
import { mustBeAllowed } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';
import { createWishes } from './change-wish.js';
import { createRestarts } from './restart-request.js';
import { subscribeTo, unsubscribeFrom } from '../lifecycle/subscribers.js';
import { accountFacts, activeAccount } from '../users/account-rows.js';
import { sentence } from '../../platform/words/index.js';

export type { CreateOutcome } from './create-request.js';

/** The use cases of requests. Every refusal is an ApiError with a stable code. */
export function createRequestService(deps: RequestServiceDependencies) {
  const { database, now } = deps;
  const acts = createActs(deps);
  const { mustFind } = acts;
  const create = createRequestCreation(deps);
  const manual = createManualImports(deps, acts);

  /** Asks for somebody else, as an admin: the request is that person's, with the admin's permission and without a limit. */
  async function createFor(caller: RequestCaller, userId: string, input: Omit<RequestInput, 'actor'>): Promise<CreateOutcome> {
    if (userId === caller.userId) return create(caller, input);
    if (caller.role !== 'admin') throw new ApiError('admin_required', sentence('problem.only_admins_for_others'));
    const isThere = (await activeAccount(database.read, userId)) !== undefined;
    const person = isThere ? await accountFacts(database.read, userId) : undefined;
    if (!person) throw new ApiError('not_found', sentence('problem.no_account'));
    const { username, displayName } = person;
    return create({ ...caller, userId, username, displayName }, { ...input, actor: actorFor(caller), askedBy: actorName(caller) });
  }

  return {
    create,
    createFor,
    ownRequestFor: (caller: RequestCaller, book: Pick<RequestInput, 'asin' | 'type'>) => ownRequestFor(deps, caller, book),

    /** Asks for a book whose files are here already: the request begins with their import, or somebody's goes on with it. */
    async createWithFiles(
      caller: RequestCaller,
      userId: string,
      input: Omit<RequestInput, 'actor' | 'andThen'>,
      files: FilesToImport,
      signal: AbortSignal,
    ): Promise<CreateOutcome> {
      return createFor(caller, userId, { ...input, andThen: await manual.beginImport(caller, input.type, files, signal) });
    },
    ...createDecisions(deps, acts),
    ...createDeletion(deps, acts),
    ...createRestarts(deps, acts),
    ...createRepairs(deps, acts),
    ...createWishes(deps, acts),
    ...createMergeChoice(deps, acts),
    importFiles: manual.importFiles,
    ...createUploadImports(deps, acts, manual),

    /** Requests the ebook of an audiobook request, for the person who requested that. */
    async fetchEbook(caller: RequestCaller, requestId: string): Promise<CreateOutcome> {
      const parent = await mustFind(requestId);
      mustBeAllowed('fetch_ebook', parent, caller);
      const owner = await accountFacts(database.read, parent.userId);
      // a request that an admin makes for somebody belongs to that person, with the admin's permission
      const { username, displayName } = owner ?? caller;
      const asker = { ...caller, username, displayName, userId: parent.userId };
      const origin = caller.via === 'api-token' ? 'api-token' : 'manual';
      const known = { title: parent.title, author: parent.author };
      // a person who requested the audiobook wants the book, even if it is on their ignore list
      const wish = { asin: parent.asin, type: 'ebook', origin, bypassIgnore: true, parentRequestId: parent.id, known } as const;
      return create(asker, { ...wish, actor: actorFor(caller) });
    },

    async subscribe(caller: RequestCaller, requestId: string): Promise<void> {
      await mustFind(requestId);
      await database.transaction((tx) => subscribeTo(tx, requestId, caller.userId, now()));
    },

    async unsubscribe(caller: RequestCaller, requestId: string): Promise<void> {
      await database.transaction((tx) => unsubscribeFrom(tx, requestId, caller.userId));
    },
  };
}

export type RequestService = ReturnType<typeof createRequestService>;
