/** The subset of JSON Schema draft-07 that a settings schema may use, as the form reads it. */
export interface JsonSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  format?: string;
  writeOnly?: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema;
  'x-ui'?: UiHints;
}

export interface UiHints {
  order?: number;
  group?: string;
  /** Plugins have `textarea`, `path` and `url`; pages of the server's own settings register more. */
  widget?: string;
  placeholder?: string;
  help?: string;
  advanced?: boolean;
  choices?: string;
  /** It belongs to the switch above it. */
  inset?: boolean;
  /** For a section: the page that renders it. */
  page?: string;
  /** Values that are suggested. */
  options?: { value: string; title?: string }[];
  /** For an optional number: its title, and its first value. */
  numberTitle?: string;
  start?: number;
  /** Message for a value that does not match the pattern. */
  problem?: string;
  /** Warning for a number that is allowed but hardly ever meant. */
  caution?: { above: number; text: string };
}

/** The type of a present value; `null` beside it means that there may be none. */
export function typeOf({ type }: JsonSchema): string | undefined {
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A secret always has two marks; nothing else makes a secret. */
export function isSecret(schema: JsonSchema): boolean {
  return schema.format === 'password' && schema.writeOnly === true;
}

export function secretsOf(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => isSecret(property))
    .map(([name]) => name);
}
