import { useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { useSaveMail, useTryMail } from '../../../api/queries/mail-queries.js';
import type { MailDraft, MailPage, MailTrial } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { segmentsOf } from '../../../forms/error-schema.js';
import type { FieldMessage } from '../../../forms/error-schema.js';
import { isSecret } from '../../../forms/json-schema.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { validateAgainst } from '../../../forms/schema-validator.js';
import { rebase, toSettingsPatch } from '../../../forms/settings-patch.js';
import { defaultsOf, formSchemaOf } from '../../../forms/ui-schema.js';
import { useProblemText } from '../../../forms/use-problem-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

type Values = Record<string, unknown>;

/** The port that servers usually have for an encryption; the text of each choice names it. */
const USUAL_PORTS: Readonly<Record<string, number>> = { tls: 465, starttls: 587, none: 25 };

/** A usual port follows the encryption, and any other stays. */
function withPort(next: Values, before: Values): Values {
  const [wanted, old] = [next['security'], before['security']];
  if (wanted === old || before['port'] !== USUAL_PORTS[String(old)]) return next;
  return { ...next, port: USUAL_PORTS[String(wanted)] };
}

/** All values but the secrets that nobody touched. */
function draftOf(schema: JsonSchema, values: Values): MailDraft {
  const secrets = toSettingsPatch(schema, values, values);
  const plain = Object.entries(schema.properties ?? {})
    .filter(([, property]) => !isSecret(property))
    .map(([name]) => [name, values[name] ?? null]);
  return { ...Object.fromEntries(plain), ...secrets } as MailDraft;
}

/** What the server says of fields of the form. */
function knownFields(schema: JsonSchema, error: unknown): FieldMessage[] {
  const fields = isApiError(error) ? error.fields.map(({ path, message }) => ({ path: path.replace(/^\/settings\//, '/'), message })) : [];
  return fields.filter(({ path }) => schema.properties?.[segmentsOf(path)[0] ?? ''] !== undefined);
}

/** The values on screen, their errors, saving them, and trying them out. */
export function useMailForm(schema: JsonSchema, { settings, secretsSet }: MailPage) {
  const { t } = useI18n();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const save = useSaveMail();
  const trial = useTryMail();
  const stored: Values = { ...defaultsOf(schema), ...settings };
  const [base, setBase] = useState(stored);
  const [values, setValues] = useState(stored);
  const [errors, setErrors] = useState<FieldMessage[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<MailTrial | null>(null);
  const [complaints, setComplaints] = useState(0);
  // Fields with internal state, such as "replace", start over with each reset.
  const [generation, setGeneration] = useState(0);

  // Another admin, or this one in another tab, may save while the form is open.
  if (JSON.stringify(base) !== JSON.stringify(stored)) {
    setBase(stored);
    setValues(rebase(values, base, stored));
  }

  const complain = (found: FieldMessage[]) => {
    setErrors(found);
    if (found.length > 0) setComplaints((count) => count + 1);
  };
  const start = (next: Values) => {
    setValues(next);
    setErrors([]);
    setFailure(null);
    setGeneration((count) => count + 1);
  };
  const change = (given: Values) => {
    const next = withPort(given, values);
    setValues(next);
    setAnswer(null);
    // An error disappears as soon as its field is edited.
    setErrors(errors.filter(({ path }) => next[segmentsOf(path)[0] ?? ''] === values[segmentsOf(path)[0] ?? '']));
  };
  const validate = (): boolean => {
    setFailure(null);
    setAnswer(null);
    const kept = secretsSet.filter((name) => values[name] !== null);
    const found = validateAgainst(formSchemaOf(schema, kept), values);
    complain(
      found.map((problem) => ({
        path: problem.pointer,
        message: problemText(problem, schema.properties?.[segmentsOf(problem.pointer)[0] ?? '']),
      })),
    );
    return found.length === 0;
  };
  const fail = (error: unknown) => {
    const known = knownFields(schema, error);
    if (known.length === 0) setFailure(errorText(error));
    complain(known);
  };
  const submit = () => {
    if (!validate()) return;
    save.mutate(draftOf(schema, values), {
      onSuccess: (saved) => {
        start({ ...defaultsOf(schema), ...saved.settings });
        toast.done(t('common.saved'));
      },
      onError: fail,
    });
  };
  const test = (to: string) => {
    if (!validate()) return;
    // marked where it is, without moving people away from the answer
    const mark = ({ error }: MailTrial) => setErrors(error?.field ? [{ path: `/${error.field}`, message: error.message }] : []);
    trial.mutate(
      { to, settings: draftOf(schema, values) },
      {
        onSuccess: (result) => {
          setAnswer(result);
          mark(result);
        },
        onError: fail,
      },
    );
  };
  return {
    values,
    errors,
    failure,
    answer,
    complaints,
    generation,
    changed: Object.keys(toSettingsPatch(schema, values, base)).length > 0,
    busy: save.isPending,
    testing: trial.isPending,
    change,
    submit,
    test,
    discard: () => start(stored),
    /** Starts over once everything was forgotten. */
    clear: () => start(defaultsOf(schema)),
  };
}
