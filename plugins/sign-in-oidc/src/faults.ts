import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import { ClientError, ResponseBodyError } from 'openid-client';
import { fault } from './fault.js';

/** Why a sign-in cannot be finished. */
const NOT_BEGUN = {
  elsewhere: 'not_begun_here',
  otherProvider: 'another_provider',
  otherSignIn: 'another_sign_in',
  finished: 'finished_already',
  noCode: 'no_code',
  usedCode: 'code_used_or_old',
} as const;

export type NotBegun = keyof typeof NOT_BEGUN;

/** The sign-in cannot continue. Nobody is to blame, except for whoever may have made up the query. */
export function notBegun(reason: NotBegun): IntegrationError {
  return fault('INTEGRATION_UNAUTHORIZED', NOT_BEGUN[reason]);
}

/**
 * Explains the error that a provider returns instead of a code (RFC 6749 §4.1.2.1). Its description is ignored, because
 * anybody could have written it.
 */
export function refusalOf(error: string): IntegrationError {
  if (error === 'server_error' || error === 'temporarily_unavailable') {
    return fault('INTEGRATION_UNAVAILABLE', 'provider_unavailable');
  }
  if (['invalid_request', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope'].includes(error)) {
    return fault('INTEGRATION_MISCONFIGURED', 'question_refused', { values: { error } });
  }
  return fault('INTEGRATION_FORBIDDEN', 'not_signed_in');
}

function ofTokenEndpoint({ error, status }: ResponseBodyError): IntegrationError {
  if (error === 'invalid_grant') return notBegun('usedCode');
  if (error === 'server_error' || error === 'temporarily_unavailable' || status >= 500) {
    return fault('INTEGRATION_UNAVAILABLE', 'provider_unavailable');
  }
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return fault('INTEGRATION_MISCONFIGURED', 'client_refused', { field: 'clientSecret' });
  }
  const word = /^[\w.-]{1,60}$/.test(error) ? error : undefined;
  return word === undefined
    ? fault('INTEGRATION_BAD_RESPONSE', 'token_endpoint_failed')
    : fault('INTEGRATION_BAD_RESPONSE', 'token_endpoint_said', { values: { error: word } });
}

const REFUSALS = ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_FORBIDDEN', 'INTEGRATION_NOT_FOUND'];

/**
 * A provider that refuses this server, or has nothing at an address, is set up wrong. The original codes would refer to
 * the person and their sign-in here.
 */
export function ofProvider(error: unknown): never {
  if (!isIntegrationError(error) || !REFUSALS.includes(error.code)) throw error;
  throw new IntegrationError('INTEGRATION_MISCONFIGURED', error.message, { cause: error, sentence: error.sentence });
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
    return fault('INTEGRATION_BAD_RESPONSE', 'not_believed', { values: { reason: why } });
  }
  return error;
}
