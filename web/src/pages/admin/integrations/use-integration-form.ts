import { useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { useCheckDraft } from '../../../api/queries/integration-queries.js';
import type { CheckAnswer } from '../../../api/types.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import type { FieldMessage } from '../../../forms/error-schema.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { secretsOf } from '../../../forms/json-schema.js';
import { validateAgainst } from '../../../forms/schema-validator.js';
import { toSettingsPatch } from '../../../forms/settings-patch.js';
import { formSchemaOf } from '../../../forms/ui-schema.js';
import { useProblemText } from '../../../forms/use-problem-text.js';

interface FormInput {
  pluginId: string;
  integrationId?: string;
  schema: JsonSchema;
  saved: Record<string, unknown>;
  secretsSet: readonly string[];
}

/** The values on screen, their errors, and the test that uses them. */
export function useIntegrationForm({ pluginId, integrationId, schema, saved, secretsSet }: FormInput) {
  const problemText = useProblemText();
  const errorText = useErrorText();
  const check = useCheckDraft();
  const [values, setValues] = useState<Record<string, unknown>>(saved);
  const [errors, setErrors] = useState<FieldMessage[]>([]);
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const patch = () => toSettingsPatch(schema, values, integrationId ? saved : {});
  const change = (next: Record<string, unknown>) => {
    setValues(next);
    setAnswer(null);
    // An error goes away as soon as its own field is touched.
    setErrors(
      errors.filter(({ path }) => JSON.stringify(next[path.split('/')[1] ?? '']) === JSON.stringify(values[path.split('/')[1] ?? ''])),
    );
  };
  const validate = (): boolean => {
    const secrets = secretsOf(schema);
    const checked = Object.fromEntries(Object.entries(values).filter(([name, value]) => !(value === null && secrets.includes(name))));
    const cleared = secrets.filter((name) => values[name] === null);
    const found = validateAgainst(
      formSchemaOf(
        schema,
        secretsSet.filter((name) => !cleared.includes(name)),
      ),
      checked,
    );
    setErrors(found.map((problem) => ({ path: problem.pointer, message: problemText(problem) })));
    return found.length === 0;
  };
  const fail = (error: unknown) => {
    setFailure(errorText(error));
    if (isApiError(error)) setErrors(error.fields.map(({ path, message }) => ({ path: path.replace(/^\/?settings\//, '/'), message })));
  };
  const test = () => {
    setAnswer(null);
    setFailure(null);
    if (!validate()) return;
    check.mutate(
      { pluginId, ...(integrationId ? { integrationId } : {}), settings: patch() },
      {
        onSuccess: (result) => {
          setAnswer(result);
          if (result.error?.field) setErrors([{ path: `/${result.error.field.replace(/^\//, '')}`, message: result.error.message }]);
        },
        onError: fail,
      },
    );
  };
  const reset = (next: Record<string, unknown>) => {
    setValues(next);
    setErrors([]);
    setAnswer(null);
    setFailure(null);
  };
  return { values, errors, answer, failure, change, validate, test, testing: check.isPending, patch, fail, reset };
}
