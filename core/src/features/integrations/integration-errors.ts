import { ApiError } from '../../platform/http/problem.js';

export function noSuchIntegration(): ApiError {
  return new ApiError('not_found', 'There is no such integration.');
}
