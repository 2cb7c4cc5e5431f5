import type { HttpResponse, IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

export function redirected(answer: HttpResponse): IntegrationError {
  const { location } = answer.headers;
  return location === undefined
    ? fault('INTEGRATION_MISCONFIGURED', 'redirected_somewhere', { field: 'baseUrl' })
    : fault('INTEGRATION_MISCONFIGURED', 'redirected', { values: { target: location.split('?')[0] ?? '' }, field: 'baseUrl' });
}

/** Explains a fault of a call without key, in words that an admin can act on. */
export function explained(error: IntegrationError): IntegrationError {
  const cause = error;
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
    case 'INTEGRATION_FORBIDDEN':
      return fault(error.code, 'nobody_let_in', { cause, field: 'baseUrl' });
    case 'INTEGRATION_RATE_LIMITED':
      return fault(error.code, 'wait_before_sign_in', {
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
      return fault(error.code, 'key_refused', { cause, field: 'apiKey' });
    case 'INTEGRATION_FORBIDDEN':
      return fault(error.code, 'key_may_not', { cause, field: 'apiKey' });
    default:
      return error;
  }
}
