import { ApiError } from './problem.js';
import type { FieldError } from './validation.js';

/** @param errors paths are JSON pointers into the settings */
export function settingsInvalid(errors: readonly FieldError[]): ApiError {
  const first = errors[0];
  const text = first ? `${first.path.slice(1) || 'The settings'} ${first.message}.` : 'The settings are not valid.';
  return new ApiError('settings_invalid', text, { errors });
}
