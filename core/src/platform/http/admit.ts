import type { HttpServerOptions } from './http-server-options.js';
import { ApiError, confirmationRequired } from './problem.js';
import { nobody, scopeMissing } from './token-refusals.js';
import type { Access, Caller, OwnedResource, Route } from './route.js';
import { sentence, type Sentence } from '../words/index.js';

/** What is said to a stranger, as if it did not exist. */
const NO_SUCH: Readonly<Record<OwnedResource, Sentence>> = {
  request: sentence('problem.no_request'),
  shelf: sentence('problem.no_shelf'),
  session: sentence('problem.no_session'),
  identity: sentence('problem.no_linked_account'),
  'push device': sentence('problem.no_push_device'),
  'notification target': sentence('problem.no_target'),
  'API token': sentence('problem.no_api_token'),
  'ignored book': sentence('problem.no_ignored'),
  'followed series': sentence('problem.series_not_followed'),
  'followed author': sentence('problem.author_not_followed'),
  report: sentence('problem.no_report'),
  'found release': sentence('problem.no_found_release'),
  upload: sentence('problem.no_upload'),
};

function mayTokenCall(route: Route, caller: Caller): boolean {
  if (caller.via !== 'api-token') return true;
  return route.scopes !== 'none' && route.scopes.some((scope) => caller.scopes?.includes(scope));
}

/** @throws ApiError 403 for API tokens, and for sessions that need to be confirmed */
export async function requireConfirmed({ isConfirmed }: HttpServerOptions, caller: Caller): Promise<void> {
  if (caller.via === 'api-token') throw scopeMissing('none');
  if (await isConfirmed?.(caller)) return;
  throw confirmationRequired();
}

/** @throws ApiError unless the caller may call the route with these path parameters */
export async function admit(
  options: HttpServerOptions,
  route: Route,
  caller: Caller | undefined,
  params: Record<string, string>,
): Promise<void> {
  const access: Access = route.access;
  if (access.rule === 'public') return;
  if (!caller) throw nobody();
  if (!mayTokenCall(route, caller)) throw scopeMissing(route.scopes);
  const isAdmin = caller.role === 'admin';
  if (access.rule === 'admin') {
    if (isAdmin) return;
    throw new ApiError('admin_required', sentence('problem.admin_required'));
  }
  if (isAdmin && !access.owns?.ownerOnly) return;
  if (!isAdmin && access.permission && !caller.permissions[access.permission]) {
    throw new ApiError('permission_required', sentence('problem.permission_required'));
  }
  if (access.owns) {
    const { resource, param, orSubscribes = false } = access.owns;
    if (!(await options.owns(caller, resource, params[param] ?? '', orSubscribes))) throw new ApiError('not_found', NO_SUCH[resource]);
  }
}
