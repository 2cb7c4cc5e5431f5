import { isIntegrationError } from '@lectern/plugin-api';

/** Whether a fault is the client's as a whole, and says nothing about the release or the item that was asked about. */
export function isClientDown(error: unknown): boolean {
  return (
    isIntegrationError(error) &&
    [
      'INTEGRATION_UNAVAILABLE',
      'INTEGRATION_RATE_LIMITED',
      'INTEGRATION_UNAUTHORIZED',
      'INTEGRATION_FORBIDDEN',
      'INTEGRATION_MISCONFIGURED',
      'INTEGRATION_ABORTED',
    ].includes(error.code)
  );
}
