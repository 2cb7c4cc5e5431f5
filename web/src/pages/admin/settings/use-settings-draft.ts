import { useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { useSaveSettings } from '../../../api/queries/admin-queries.js';
import type { Settings } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { countFields, segmentsOf } from '../../../forms/error-schema.js';
import type { FieldMessage } from '../../../forms/error-schema.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { validateAgainst } from '../../../forms/schema-validator.js';
import { rebase, toSettingsPatch } from '../../../forms/settings-patch.js';
import { useProblemText } from '../../../forms/use-problem-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** A section of the settings: its name in the API, and its form. */
export interface SettingsSection {
  name: string;
  schema: JsonSchema;
}

type Values = Record<string, unknown>;
/** By section. */
type Draft = Record<string, Values>;

function mapSections<Of>(sections: readonly SettingsSection[], make: (section: SettingsSection) => Of): Record<string, Of> {
  return Object.fromEntries(sections.map((section) => [section.name, make(section)]));
}

/** An admin's unsaved changes, their errors, and saving them. */
export function useSettingsDraft(sections: readonly SettingsSection[], saved: Settings) {
  const { t } = useI18n();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const save = useSaveSettings();
  const stored = mapSections(sections, ({ name }) => (saved as unknown as Draft)[name] ?? {});
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(stored);
  const [errors, setErrors] = useState<Record<string, FieldMessage[]>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [complaints, setComplaints] = useState(0);

  // Another admin, or this one in another tab, may save while the form is open.
  if (JSON.stringify(base) !== JSON.stringify(stored)) {
    setBase(stored);
    setDraft(mapSections(sections, ({ name }) => rebase(draft[name] ?? {}, base[name] ?? {}, stored[name] ?? {})));
  }

  const patches = sections.map(({ name, schema }) => [name, toSettingsPatch(schema, draft[name] ?? {}, base[name])] as const);
  const patch = Object.fromEntries(patches.filter(([, changes]) => Object.keys(changes).length > 0));
  const count = Object.values(errors).reduce((sum, found) => sum + countFields(found), 0);

  const complain = (found: Record<string, FieldMessage[]>) => {
    setErrors(found);
    setComplaints((times) => times + 1);
  };
  const change = (name: string, values: Values) => {
    const before = draft[name] ?? {};
    setDraft({ ...draft, [name]: values });
    // An error disappears as soon as its field is edited.
    const isUntouched = ({ path }: FieldMessage) => values[segmentsOf(path)[0] ?? ''] === before[segmentsOf(path)[0] ?? ''];
    setErrors({ ...errors, [name]: (errors[name] ?? []).filter(isUntouched) });
  };
  const fail = (error: unknown) => {
    const fields = isApiError(error) ? error.fields : [];
    const ofSection = (name: string) =>
      fields
        .filter(({ path }) => segmentsOf(path)[0] === name)
        .map(({ path, message }) => ({ path: path.slice(name.length + 1), message }));
    const found = mapSections(sections, ({ name }) => ofSection(name));
    // errors without a visible field are shown in the server's words
    if (Object.values(found).every((messages) => messages.length === 0)) setFailure(errorText(error));
    else complain(found);
  };
  const submit = () => {
    setFailure(null);
    const found = mapSections(sections, ({ name, schema }) =>
      validateAgainst(schema, draft[name]).map((problem) => ({
        path: problem.pointer,
        message: problemText(problem, schema.properties?.[segmentsOf(problem.pointer)[0] ?? '']),
      })),
    );
    if (Object.values(found).some((messages) => messages.length > 0)) return complain(found);
    setErrors({});
    save.mutate(patch, { onSuccess: () => toast.done(t('common.saved')), onError: fail });
  };
  const discard = () => {
    setDraft(stored);
    setErrors({});
    setFailure(null);
  };
  return {
    draft,
    errors,
    count,
    failure,
    complaints,
    changed: Object.keys(patch).length > 0,
    busy: save.isPending,
    change,
    submit,
    discard,
  };
}
