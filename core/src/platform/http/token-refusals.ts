import { sentence } from '../words/index.js';
import { ApiError } from './problem.js';
import type { Scope, TokenRefusal } from './route.js';

/** Headers of an answer. */
interface Challenge {
  readonly headers: Record<string, string>;
}

/** The challenge of RFC 6750, which browsers do not turn into a question for a password. */
function challenge(members: Readonly<Record<string, string>>): Challenge {
  const all = Object.entries({ realm: 'Lectern', ...members });
  return { headers: { 'WWW-Authenticate': `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}` } };
}

const REFUSALS: Readonly<Record<TokenRefusal['refused'], (challenge: Challenge) => ApiError>> = {
  malformed: (challenge) => new ApiError('token_malformed', sentence('problem.token_malformed'), challenge),
  unknown: (challenge) => new ApiError('token_invalid', sentence('problem.token_invalid'), challenge),
  expired: (challenge) => new ApiError('token_expired', sentence('problem.token_expired'), challenge),
  session: (challenge) => new ApiError('auth_required', sentence('problem.auth_required'), challenge),
};

/** The error for a caller who is nobody. Only who holds a token learns what is wrong with it. */
export function nobody(refusal?: TokenRefusal): ApiError {
  if (refusal === undefined) return new ApiError('auth_required', sentence('problem.auth_required'), challenge({}));
  return REFUSALS[refusal.refused](challenge({ error: 'invalid_token' }));
}

/** The error for an API token without a scope of the route. @param scopes those that open it, each by itself; none where no token may */
export function scopeMissing(scopes: readonly Scope[] | 'none'): ApiError {
  if (scopes === 'none') return new ApiError('scope_missing', sentence('problem.no_token_may'), challenge({ error: 'insufficient_scope' }));
  const said = sentence('problem.token_may_not', { scopes });
  return new ApiError('scope_missing', said, challenge({ error: 'insufficient_scope', scope: scopes.join(' ') }));
}
