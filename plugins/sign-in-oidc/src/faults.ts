import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import { ClientError, ResponseBodyError } from 'openid-client';

/** The sign-in cannot continue. Nobody is to blame, except for whoever may have made up the query. */
export function notBegun(reason: string): IntegrationError {
  return new IntegrationError('INTEGRATION_UNAUTHORIZED', `This sign-in cannot be finished: ${reason}. Begin again.`);
}

/**
 * Explains the error that a provider returns instead of a code (RFC 6749 §4.1.2.1). Its description is ignored, because
 * anybody could have written it.
 */
export function refusalOf(error: string): IntegrationError {
  if (error === 'server_error' || error === 'temporarily_unavailable') {
    return new IntegrationError('INTEGRATION_UNAVAILABLE', 'The provider cannot sign anybody in now.');
  }
  if (['invalid_request', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope'].includes(error)) {
    return new IntegrationError('INTEGRATION_MISCONFIGURED', `The provider does not take our question: ${error}.`);
  }
  return new IntegrationError('INTEGRATION_FORBIDDEN', 'The provider did not sign you in, or you said no.');
}

function ofTokenEndpoint({ error, status }: ResponseBodyError): IntegrationError {
  if (error === 'invalid_grant') return notBegun('the code was used already, or is too old');
  if (error === 'server_error' || error === 'temporarily_unavailable' || status >= 500) {
    return new IntegrationError('INTEGRATION_UNAVAILABLE', 'The provider cannot sign anybody in now.');
  }
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    const message = 'The provider does not know the client ID, or refuses the client secret.';
    return new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field: 'clientSecret' });
  }
  const word = /^[\w.-]{1,60}$/.test(error) ? error : 'an error';
  return new IntegrationError('INTEGRATION_BAD_RESPONSE', `The token endpoint answered ${word}.`);
}

const REFUSALS = ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_FORBIDDEN', 'INTEGRATION_NOT_FOUND'];

/**
 * A provider that refuses this server, or has nothing at an address, is set up wrong. The original codes would refer to
 * the person and their sign-in here.
 */
export function ofProvider(error: unknown): never {
  if (!isIntegrationError(error) || !REFUSALS.includes(error.code)) throw error;
  throw new IntegrationError('INTEGRATION_MISCONFIGURED', error.message, { cause: error });
}

function hostFault(error: unknown, depth = 0): IntegrationError | undefined {
  if (isIntegrationError(error)) return error;
  return error instanceof Error && depth < 5 ? hostFault(error.cause, depth + 1) : undefined;
}

/** Converts the library's error to one of the contract. Causes are left out, because they contain tokens and claims. */
export function toIntegrationError(error: unknown): unknown {
  const own = hostFault(error);
  if (own) return own;
  if (error instanceof ResponseBodyError) return ofTokenEndpoint(error);
  if (error instanceof ClientError) {
    const why = error.message || (error.code ?? 'unknown');
    return new IntegrationError('INTEGRATION_BAD_RESPONSE', `What the provider says of the person cannot be believed: ${why}.`);
  }
  return error;
}
