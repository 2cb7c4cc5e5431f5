const FROM_SETTING = 'settings:';
const LONGEST_HOST = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const NOT_FOR_LABELS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const EACH_NOT_FOR_LABELS = new RegExp(NOT_FOR_LABELS, 'gu');

function quoted(entry: string): string {
  const shown = entry.replace(EACH_NOT_FOR_LABELS, '�');
  return shown.length > 100 ? `“${shown.slice(0, 100)}…”` : `“${shown}”`;
}

function fieldProblem(field: string, fields: readonly string[] | undefined): string | undefined {
  if (fields === undefined || fields.includes(field)) return undefined;
  const known = fields.length === 0 ? 'they have none' : `write one of ${fields.slice(0, 20).join(', ')}`;
  return `the settings have no field ${field.slice(0, 100)}; ${known}`;
}

function hostProblem(entry: string, fields: readonly string[] | undefined): string | undefined {
  if (entry.startsWith(FROM_SETTING)) return fieldProblem(entry.slice(FROM_SETTING.length), fields);
  if (entry === '*') return undefined;
  const name = entry.startsWith('*.') ? entry.slice(2) : entry;
  const labels = name.split('.');
  const isAddress = /^\[.*\]$/.test(name) || (labels.every((label) => LABEL.test(label)) && /^\d+$/.test(labels.at(-1) ?? ''));
  if (isAddress || name.toLowerCase() === 'localhost') {
    return 'is an address; write the name of a public host, or settings:<field> for an address that an admin enters';
  }
  if (name.length <= LONGEST_HOST && labels.every((label) => LABEL.test(label))) return undefined;
  return 'is no name of a host; write the name alone (api.example.org or *.example.org; others than ASCII as xn--…), without scheme, port and path, or settings:<field>, or *';
}

/**
 * Finds faults in a manifest that a schema cannot express: `hosts` without meaning, and names that are unfit for
 * people. The host calls it before it runs any code of the package, the test kit before anything is published. Members
 * of a wrong type are left to {@link PLUGIN_PACKAGE_SCHEMA}.
 *
 * @param settingsFields names of the settings; absent if not known yet
 * @since 1.2.0
 */
export function manifestProblems(manifest: unknown, settingsFields?: readonly string[]): string[] {
  const { hosts, displayName } = (manifest ?? {}) as { readonly hosts?: unknown; readonly displayName?: unknown };
  const entries = (Array.isArray(hosts) ? (hosts as unknown[]) : []).filter(
    (entry): entry is string => typeof entry === 'string' && entry !== '',
  );
  const problems = entries.flatMap((entry) => {
    const problem = hostProblem(entry, settingsFields);
    return problem === undefined ? [] : [`lectern/hosts: ${quoted(entry)} cannot be used: ${problem}`];
  });
  if (typeof displayName !== 'string' || displayName === '') return problems;
  if (displayName.trim() === '') problems.push('lectern/displayName: must not be blank');
  else if (NOT_FOR_LABELS.test(displayName)) {
    problems.push('lectern/displayName: must be plain text in one line, without control characters and marks that turn its direction');
  }
  return problems;
}
