import { ApiError } from './problem.js';
import type { FieldError } from './validation.js';
import { asForeign, inEnglish, sentence, type ForeignWords, type Sentence } from '../words/index.js';

/** A whole sentence, unlike “is required”, which follows the name of a field. */
const WHOLE = /^[^\p{Ll}].*[.!?…]$/su;

function aboutSetting({ path, message: fault }: FieldError): Sentence | ForeignWords {
  const field = path.slice(1);
  if (WHOLE.test(inEnglish(fault))) {
    if (field !== '') return sentence('phrase.says', { name: field, what: fault });
    return asForeign(fault);
  }
  return field === '' ? sentence('problem.settings_invalid', { fault }) : sentence('problem.setting_invalid', { field, fault });
}

/** @param errors paths are JSON pointers into the settings */
export function settingsInvalid(errors: readonly FieldError[]): ApiError {
  const first = errors[0];
  return new ApiError('settings_invalid', first ? aboutSetting(first) : sentence('problem.settings_not_valid'), { errors });
}
