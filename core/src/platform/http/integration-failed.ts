import { isIntegrationError } from '@lectern/plugin-api';
import { inEnglish, saidOf, sentence, withTexts, type Said } from '../words/index.js';
import { ApiError } from './problem.js';

export interface TellFault {
  /** Removes secrets from the message. By default the host has already done so. */
  readonly redact?: (text: string) => string;
  /** The name of the integration, for messages that may not mention it. */
  readonly name?: Said;
}

/** The answer for a fault of an integration: the service failed, not Lectern. Other errors are thrown again. */
export function integrationFailed(error: unknown, { redact = (text) => text, name }: TellFault = {}): ApiError {
  if (!isIntegrationError(error)) throw error;
  const isNamed = name === undefined || error.message.includes(inEnglish(name));
  const fault = withTexts(saidOf(error), redact);
  return new ApiError(
    'integration_failed',
    isNamed ? fault : sentence('problem.of_integration', { name: withTexts(name, redact), fault }),
    {
      cause: error,
      members: {
        integrationCode: error.code,
        ...(error.field === undefined ? {} : { field: error.field }),
        ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
      },
    },
  );
}
