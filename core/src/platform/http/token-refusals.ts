import type { ErrorName } from '../../error-codes/error-codes.js';
import { sentence, type Sentence } from '../words/index.js';
import { ApiError } from './problem.js';
import type { Scope, TokenRefusal } from './route.js';

const REFUSALS: Readonly<Record<TokenRefusal['refused'], readonly [ErrorName, Sentence]>> = {
  malformed: ['token_malformed', sentence('problem.token_malformed')],
  unknown: ['token_invalid', sentence('problem.token_invalid')],
  expired: ['token_expired', sentence('problem.token_expired')],
  session: ['auth_required', sentence('problem.auth_required')],
};

/** The challenge of RFC 6750, which browsers do not turn into a question for a password. */
function challenge(members: Readonly<Record<string, string>>): { headers: Record<string, string> } {
  const all = Object.entries({ realm: 'Lectern', ...members });
  return { headers: { 'WWW-Authenticate': `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}` } };
}

/** The error for a caller who is nobody. Only who holds a token learns what is wrong with it. */
export function nobody(refusal?: TokenRefusal): ApiError {
  if (refusal === undefined) return new ApiError('auth_required', sentence('problem.auth_required'), challenge({}));
  const [code, said] = REFUSALS[refusal.refused];
  return new ApiError(code, said, challenge({ error: 'invalid_token' }));
}

/** The error for an API token without a scope of the route. @param scopes those that open it, each by itself; none where no token may */
export function scopeMissing(scopes: readonly Scope[] | 'none'): ApiError {
  if (scopes === 'none') return new ApiError('scope_missing', sentence('problem.no_token_may'), challenge({ error: 'insufficient_scope' }));
  const said = sentence('problem.token_may_not', { scopes });
  return new ApiError('scope_missing', said, challenge({ error: 'insufficient_scope', scope: scopes.join(' ') }));
}
