import { IntegrationError } from '@lectern/plugin-api';
import type { HttpResponse } from '@lectern/plugin-api';

/** The server redirects us; the error names the target without its query, which may contain keys. */
export function redirected(answer: HttpResponse): IntegrationError {
  const target = (answer.headers.location ?? 'another address').split(/[?#]/)[0];
  return new IntegrationError(
    'INTEGRATION_MISCONFIGURED',
    `The server redirects to ${target}. Enter the address it really answers at; if that is the sign-in page of a proxy, exempt Plex there.`,
    { field: 'baseUrl' },
  );
}

/** Explains a fault in words that an admin can act on. Plex itself answers faults with web pages that say little. */
export function explainFault(error: IntegrationError, root: string): IntegrationError {
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
      return new IntegrationError(
        error.code,
        'Plex refuses the token. It may be wrong, belong to another server, have ended with a change of password, or be of the new kind that media servers do not take.',
        { cause: error, field: 'token' },
      );
    case 'INTEGRATION_FORBIDDEN':
      return new IntegrationError(error.code, "Plex allows that only to the server's owner.", { cause: error, field: 'token' });
    case 'INTEGRATION_UNAVAILABLE':
      return wasReset(error) && root.startsWith('http:')
        ? new IntegrationError(
            error.code,
            'Plex closed the connection. When the server demands secure connections, enter its https://….plex.direct:32400 address.',
            { cause: error },
          )
        : error;
    default:
      return error;
  }
}

function wasReset({ cause }: IntegrationError): boolean {
  return ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(String((cause as { code?: unknown } | undefined)?.code));
}
