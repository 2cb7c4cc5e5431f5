import type { HttpServerOptions } from './http-server-options.js';
import { ApiError, confirmationRequired } from './problem.js';
import type { Access, Caller, Route } from './route.js';

function mayTokenCall(route: Route, caller: Caller): boolean {
  if (caller.via !== 'api-token') return true;
  return route.scopes !== 'none' && route.scopes.some((scope) => caller.scopes?.includes(scope));
}

/** @throws ApiError 403 for API tokens, and for sessions that need to be confirmed */
export async function requireConfirmed({ isConfirmed }: HttpServerOptions, caller: Caller): Promise<void> {
  if (caller.via === 'api-token')
    throw new ApiError('scope_missing', 'API tokens may not do this, whatever their scopes. Sign in and do it there.');
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
  if (!caller) throw new ApiError('auth_required', 'Sign in first.');
  if (!mayTokenCall(route, caller)) throw new ApiError('scope_missing', 'This API token may not call this endpoint.');
  const isAdmin = caller.role === 'admin';
  if (access.rule === 'admin') {
    if (isAdmin) return;
    throw new ApiError('admin_required', 'Only admins may do this.');
  }
  if (isAdmin && !access.owns?.ownerOnly) return;
  if (!isAdmin && access.permission && !caller.permissions[access.permission]) {
    throw new ApiError('permission_required', 'Your account is not allowed to do this. An admin can change that.');
  }
  if (access.owns) {
    const { resource, param, orSubscribes = false } = access.owns;
    if (!(await options.owns(caller, resource, params[param] ?? '', orSubscribes)))
      throw new ApiError('not_found', `There is no such ${resource}.`);
  }
}
