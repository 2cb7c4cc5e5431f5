import { isIntegrationError } from '@lectern/plugin-api';
import { DATABASE_FAULTS, isDatabaseUnavailable } from '../db/database-fault.js';
import { integrationFailed } from './integration-failed.js';
import { ApiError } from './problem.js';

/** Turns expected failures into API errors: the database, or the service of an integration, is unavailable. */
export function expectedError(error: unknown): unknown {
  if (isIntegrationError(error)) return integrationFailed(error);
  if (!isDatabaseUnavailable(error)) return error;
  return new ApiError('database_unavailable', DATABASE_FAULTS[error.kind], { headers: { 'retry-after': '5' }, cause: error });
}
