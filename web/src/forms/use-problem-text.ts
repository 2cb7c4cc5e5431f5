import { useI18n } from '../i18n/i18n-context.js';
import type { JsonSchema } from './json-schema.js';
import type { SchemaProblem } from './schema-validator.js';

/** A sentence for a broken rule of a settings schema; the field may have its own text for a wrong format. */
export function useProblemText(): (problem: SchemaProblem, field?: JsonSchema) => string {
  const { t } = useI18n();
  return ({ keyword, limit = '' }, field) => {
    switch (keyword) {
      case 'required':
        return t('form.problem.required');
      case 'type':
        return limit === 'integer' ? t('form.problem.integer') : limit === 'number' ? t('form.problem.number') : t('form.problem.other');
      case 'pattern':
        return field?.['x-ui']?.problem ?? t('form.problem.format');
      case 'format':
        return limit === 'uri' ? t('form.problem.uri') : t('form.problem.format');
      case 'minimum':
      case 'exclusiveMinimum':
        return t('form.problem.minimum', { limit });
      case 'maximum':
      case 'exclusiveMaximum':
        return t('form.problem.maximum', { limit });
      case 'minLength':
        return t('form.problem.minLength', { limit });
      case 'maxLength':
        return t('form.problem.maxLength', { limit });
      case 'minItems':
        return t('form.problem.minItems', { limit });
      case 'maxItems':
        return t('form.problem.maxItems', { limit });
      case 'uniqueItems':
        return t('form.problem.unique');
      default:
        return t('form.problem.other');
    }
  };
}
