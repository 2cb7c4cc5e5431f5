import type { HttpResponse, IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** The server redirects us; the error names the target without its query, which may contain keys. */
export function redirected(answer: HttpResponse): IntegrationError {
  const { location } = answer.headers;
  return location === undefined
    ? fault('INTEGRATION_MISCONFIGURED', 'redirected_somewhere', { field: 'baseUrl' })
    : fault('INTEGRATION_MISCONFIGURED', 'redirected', { values: { target: location.split(/[?#]/)[0] ?? '' }, field: 'baseUrl' });
}

/** Explains a fault in words that an admin can act on. Plex itself answers faults with web pages that say little. */
export function explainFault(error: IntegrationError, root: string): IntegrationError {
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
      return fault(error.code, 'token_refused', { cause: error, field: 'token' });
    case 'INTEGRATION_FORBIDDEN':
      return fault(error.code, 'owner_only', { cause: error, field: 'token' });
    case 'INTEGRATION_UNAVAILABLE':
      return wasReset(error) && root.startsWith('http:') ? fault(error.code, 'connection_closed', { cause: error }) : error;
    default:
      return error;
  }
}

function wasReset({ cause }: IntegrationError): boolean {
  return ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(String((cause as { code?: unknown } | undefined)?.code));
}
