import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';

export function noSuchIntegration(): ApiError {
  return new ApiError('not_found', sentence('problem.no_integration'));
}
