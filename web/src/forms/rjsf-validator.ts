import type { RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import type { JsonSchema } from './json-schema.js';
import { isValidAgainst, validateAgainst } from './schema-validator.js';

/** The validator that rjsf requires. Messages are made elsewhere, so that they come from the catalogue. */
export const rjsfValidator: ValidatorType = {
  isValid: (schema: RJSFSchema, formData: unknown) => isValidAgainst(schema as JsonSchema, formData),
  rawValidation: <Result>(schema: RJSFSchema, formData?: unknown) => ({
    errors: validateAgainst(schema as JsonSchema, formData) as Result[],
  }),
  validateFormData: () => ({ errors: [] as RJSFValidationError[], errorSchema: {} }),
};
