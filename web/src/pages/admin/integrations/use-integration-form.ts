import { useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { useCheckDraft } from '../../../api/queries/integration-queries.js';
import { useCheckShelf } from '../../../api/queries/shelf-queries.js';
import type { CheckAnswer } from '../../../api/types.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { segmentsOf } from '../../../forms/error-schema.js';
import type { FieldMessage } from '../../../forms/error-schema.js';
import type { SettingsArea } from '../../../forms/form-context.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { secretsOf } from '../../../forms/json-schema.js';
import { validateAgainst } from '../../../forms/schema-validator.js';
import { rebase, toSettingsPatch } from '../../../forms/settings-patch.js';
import { defaultsOf, formSchemaOf } from '../../../forms/ui-schema.js';
import { useProblemText } from '../../../forms/use-problem-text.js';

interface FormInput {
  /** Whose settings these are. Default: `integrations`. */
  area?: SettingsArea;
  pluginId: string;
  integrationId?: string;
  schema: JsonSchema;
  /** Absent for a new integration. */
  saved?: Record<string, unknown>;
  secretsSet: readonly string[];
}

function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The values on screen, their errors, and the test that uses them. */
export function useIntegrationForm({ area = 'integrations', pluginId, integrationId, schema, saved, secretsSet }: FormInput) {
  const problemText = useProblemText();
  const errorText = useErrorText();
  const draftCheck = useCheckDraft();
  const shelfCheck = useCheckShelf();
  const check = area === 'shelves' ? shelfCheck : draftCheck;
  const startWith = (settings: Record<string, unknown> = {}) => ({ ...defaultsOf(schema), ...settings });
  const present = startWith(saved);
  const [base, setBase] = useState(present);
  const [values, setValues] = useState<Record<string, unknown>>(present);
  const [errors, setErrors] = useState<FieldMessage[]>([]);
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // Fields with internal state, such as "replace", start over with each reset.
  const [generation, setGeneration] = useState(0);
  const [complaints, setComplaints] = useState(0);

  // The saved values may change under an open form, by another admin or another part of the page.
  if (!equal(base, present)) {
    setBase(present);
    setValues(rebase(values, base, present));
  }

  const complain = (found: FieldMessage[]) => {
    setErrors(found);
    if (found.length > 0) setComplaints((count) => count + 1);
  };
  const patch = () => toSettingsPatch(schema, values, integrationId ? base : {});
  const changed = integrationId ? Object.keys(patch()).length > 0 : !equal(values, base);
  const change = (next: Record<string, unknown>) => {
    setValues(next);
    setAnswer(null);
    // An error disappears as soon as its field is edited.
    setErrors(errors.filter(({ path }) => equal(next[segmentsOf(path)[0] ?? ''], values[segmentsOf(path)[0] ?? ''])));
  };
  const validate = (): boolean => {
    setAnswer(null);
    setFailure(null);
    const secrets = secretsOf(schema);
    const checked = Object.fromEntries(Object.entries(values).filter(([name, value]) => !(value === null && secrets.includes(name))));
    const kept = secretsSet.filter((name) => values[name] !== null);
    const found = validateAgainst(formSchemaOf(schema, kept), checked);
    complain(found.map((problem) => ({ path: problem.pointer, message: problemText(problem) })));
    return found.length === 0;
  };
  const fail = (error: unknown) => {
    setFailure(errorText(error));
    if (isApiError(error)) complain(error.fields.map(({ path, message }) => ({ path: path.replace(/^\/?settings\//, '/'), message })));
  };
  const test = () => {
    if (!validate()) return;
    check.mutate(
      { pluginId, ...(integrationId ? { integrationId } : {}), settings: patch() },
      {
        onSuccess: (result) => {
          setAnswer(result);
          if (result.error?.field) complain([{ path: `/${result.error.field.replace(/^\//, '')}`, message: result.error.message }]);
        },
        onError: fail,
      },
    );
  };
  /** Starts over with the saved values. */
  const reset = (settings: Record<string, unknown> | undefined = saved) => {
    setValues(startWith(settings));
    setErrors([]);
    setAnswer(null);
    setFailure(null);
    setGeneration(generation + 1);
  };
  return {
    values,
    errors,
    answer,
    failure,
    changed,
    generation,
    complaints,
    change,
    validate,
    test,
    testing: check.isPending,
    patch,
    fail,
    reset,
  };
}
