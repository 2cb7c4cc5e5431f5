import { IntegrationError } from '@lectern/plugin-api';
import type { HttpResponse } from '@lectern/plugin-api';

export function redirected(answer: HttpResponse): IntegrationError {
  const target = answer.headers.location ?? 'another address';
  return new IntegrationError(
    'INTEGRATION_MISCONFIGURED',
    `The server redirects to ${target.split('?')[0]}. Enter the address it really answers at; if that is the sign-in page of a proxy, exempt /api, /status and /login there.`,
    { field: 'baseUrl' },
  );
}

/** Explains a fault of a call without key, in words that an admin can act on. */
export function explained(error: IntegrationError): IntegrationError {
  const cause = error;
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
    case 'INTEGRATION_FORBIDDEN':
      return new IntegrationError(
        error.code,
        'Something in front of Audiobookshelf lets nobody in. If it is a proxy with a sign-in page, exempt /api, /status, /login and /logout there.',
        { cause, field: 'baseUrl' },
      );
    case 'INTEGRATION_RATE_LIMITED':
      return new IntegrationError(error.code, 'Audiobookshelf asks to wait before signing in again.', {
        cause,
        retryAfterMs: error.retryAfterMs,
      });
    default:
      return error;
  }
}

/** Explains a fault of a call with our key. */
export function explainedByKey(error: IntegrationError): IntegrationError {
  const cause = error;
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
      return new IntegrationError(
        error.code,
        'Audiobookshelf refuses the API key. It may be wrong, expired, not active, or belong to a disabled account.',
        { cause, field: 'apiKey' },
      );
    case 'INTEGRATION_FORBIDDEN':
      return new IntegrationError(error.code, 'The account of the API key may not do that in Audiobookshelf.', { cause, field: 'apiKey' });
    default:
      return error;
  }
}
