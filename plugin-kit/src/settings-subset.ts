/** A property of a settings schema, as far as it is looked at. */
export interface SettingsProperty {
  readonly type?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly { readonly const?: unknown; readonly title?: string }[];
  readonly properties?: Record<string, SettingsProperty>;
  readonly additionalProperties?: unknown;
  readonly items?: SettingsProperty;
  readonly default?: unknown;
  readonly 'x-ui'?: Record<string, unknown>;
}

/** A schema, or one branch of its condition. */
export interface SettingsBranch {
  readonly properties?: Record<string, SettingsProperty>;
  readonly then?: SettingsBranch;
  readonly else?: SettingsBranch;
  readonly if?: { readonly properties?: Record<string, object> };
}

const SECRET_NAME = /(api|access|private)?keys?$|password|passwd|passphrase|token|secret|webhook|credential/i;
const SCALARS = ['string', 'number', 'integer', 'boolean'];
const HINTS = ['order', 'group', 'widget', 'placeholder', 'help', 'advanced', 'choices'];
const WIDGETS = ['textarea', 'path', 'url'];
const OUTSIDE = ['anyOf', 'allOf', 'not', '$ref', 'patternProperties', 'dependencies', 'contains', 'propertyNames', 'if'];

function isScalar(property: SettingsProperty): boolean {
  return SCALARS.includes(property.type as string);
}

function checkHints(name: string, property: SettingsProperty): string[] {
  const hints = property['x-ui'];
  if (hints === undefined) return [];
  const problems = Object.keys(hints)
    .filter((hint) => !HINTS.includes(hint))
    .map((hint) => `${name}: x-ui knows no ${hint}`);
  if (hints.widget !== undefined && !WIDGETS.includes(hints.widget as string))
    problems.push(`${name}: there is no widget ${JSON.stringify(hints.widget)}`);
  return problems;
}

function checkSecret(name: string, property: SettingsProperty): string[] {
  const isPassword = property.format === 'password';
  if (isPassword !== (property.writeOnly === true)) return [`${name}: a secret has both format "password" and writeOnly true`];
  if (isPassword && property.type !== 'string') return [`${name}: a secret is a string`];
  if (isPassword && name.includes('.')) return [`${name}: secrets are members of the settings themselves, never of their parts`];
  if (isPassword && property.default !== undefined) return [`${name}: a secret has no default`];
  if (!isPassword && property.type === 'string' && SECRET_NAME.test(name))
    return [`${name}: looks like a secret, but is not marked as one`];
  return [];
}

function checkChoices(name: string, property: SettingsProperty): string[] {
  const bare = (property.oneOf ?? []).filter((option) => option.const === undefined || !option.title);
  return bare.length > 0 ? [`${name}: each member of oneOf has a const and a title`] : [];
}

function checkParts(name: string, property: SettingsProperty): string[] {
  if (isScalar(property)) return [];
  if (property.type !== 'array') return [`${name}: its type is outside of the supported subset`];
  const { items } = property;
  if (items === undefined) return [`${name}: an array says what its items are`];
  if (isScalar(items)) return [...checkChoices(`${name}[]`, items), ...outside(`${name}[]`, items)];
  if (items.type !== 'object') return [`${name}: its items are outside of the supported subset`];
  const problems = items.additionalProperties === false ? [] : [`${name}: its items must have additionalProperties false`];
  for (const [key, part] of Object.entries(items.properties ?? {})) {
    if (!isScalar(part)) problems.push(`${name}.${key}: the items of an array are flat`);
    problems.push(...checkProperty(`${name}.${key}`, part));
  }
  return problems;
}

function outside(name: string, property: SettingsProperty): string[] {
  return OUTSIDE.filter((keyword) => keyword in property).map((keyword) => `${name}: ${keyword} is outside of the supported subset`);
}

function checkProperty(name: string, property: SettingsProperty): string[] {
  const problems: string[] = [];
  if (!property.title) problems.push(`${name}: has no title`);
  if (!property.description) problems.push(`${name}: has no description`);
  return [
    ...problems,
    ...checkSecret(name, property),
    ...checkChoices(name, property),
    ...checkHints(name, property),
    ...outside(name, property),
    ...(property.type === undefined ? [`${name}: has no type`] : checkParts(name, property)),
  ];
}

/** Returns the problems of a settings schema and its one condition: parts outside the documented subset, and wrong ones. */
export function checkProperties(schema: SettingsBranch): string[] {
  const problems = OUTSIDE.filter((keyword) => keyword !== 'if' && keyword in schema).map(
    (keyword) => `${keyword} is outside of the supported subset`,
  );
  for (const branch of [schema, schema.then, schema.else]) {
    if (branch !== undefined && branch !== schema && 'if' in branch) problems.push('if: there is one level of conditions');
    for (const [name, property] of Object.entries(branch?.properties ?? {})) {
      if (branch === schema) problems.push(...checkProperty(name, property));
      else if (schema.properties?.[name] === undefined) problems.push(`${name}: stands in a branch only; the settings do not know it`);
      // a branch adds to a property declared above, so it needs no title of its own
      else problems.push(...outside(name, property));
    }
  }
  return problems;
}
