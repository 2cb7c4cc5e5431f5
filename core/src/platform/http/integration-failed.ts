import { isIntegrationError } from '@lectern/plugin-api';
import { ApiError } from './problem.js';

/** How the fault is told. */
export interface TellFault {
  /** Takes secrets out of the message. Default: the host has done so. */
  readonly redact?: (text: string) => string;
  /** What people call the integration, where its own message need not say so. */
  readonly name?: string;
}

/** An integration's fault as an answer: the service behind Lectern failed, not Lectern. Anything else is thrown on. */
export function integrationFailed(error: unknown, { redact = (text) => text, name }: TellFault = {}): ApiError {
  if (!isIntegrationError(error)) throw error;
  const isNamed = name === undefined || error.message.includes(name);
  return new ApiError('integration_failed', redact(isNamed ? error.message : `${name}: ${error.message}`), {
    cause: error,
    members: {
      integrationCode: error.code,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    },
  });
}
