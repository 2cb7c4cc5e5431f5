import { isIntegrationError } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { FieldError } from '../../platform/http/validation.js';

export function noSuchIntegration(): ApiError {
  return new ApiError(404, 'not_found', 'There is no such integration.');
}

/** @param errors paths are JSON pointers into the settings */
export function settingsInvalid(errors: readonly FieldError[]): ApiError {
  const first = errors[0];
  const text = first ? `${first.path.slice(1) || 'The settings'} ${first.message}.` : 'The settings are not valid.';
  return new ApiError(422, 'settings_invalid', text, { errors });
}

/** An integration's fault as an answer: the service behind Lectern failed, not Lectern. Anything else is thrown on. */
export function integrationFailed(error: unknown, redact: (text: string) => string): ApiError {
  if (!isIntegrationError(error)) throw error;
  return new ApiError(502, 'integration_failed', redact(error.message), {
    cause: error,
    members: {
      integrationCode: error.code,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    },
  });
}
