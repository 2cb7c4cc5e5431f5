import { isRecord } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

/** One broken rule. `pointer` is the JSON pointer of the value, `limit` the rule's limit. */
export interface SchemaProblem {
  pointer: string;
  keyword: string;
  limit?: string | number;
}

const FORMATS: Record<string, (value: string) => boolean> = {
  uri: (value) => {
    try {
      const url = new URL(value);
      return url.protocol === 'http:' || url.protocol === 'https:' ? url.hostname !== '' : true;
    } catch {
      return false;
    }
  },
  email: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
};

function isType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'null':
      return value === null;
    default:
      return true;
  }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function checkText(schema: JsonSchema, value: string, at: (keyword: string, limit?: string | number) => void): void {
  const length = Array.from(value).length;
  if (schema.minLength !== undefined && length < schema.minLength) at('minLength', schema.minLength);
  if (schema.maxLength !== undefined && length > schema.maxLength) at('maxLength', schema.maxLength);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) at('pattern', schema.pattern);
  if (schema.format !== undefined && FORMATS[schema.format]?.(value) === false) at('format', schema.format);
}

function checkNumber(schema: JsonSchema, value: number, at: (keyword: string, limit?: string | number) => void): void {
  if (schema.minimum !== undefined && value < schema.minimum) at('minimum', schema.minimum);
  if (schema.maximum !== undefined && value > schema.maximum) at('maximum', schema.maximum);
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) at('exclusiveMinimum', schema.exclusiveMinimum);
  if (schema.exclusiveMaximum !== undefined && value >= schema.exclusiveMaximum) at('exclusiveMaximum', schema.exclusiveMaximum);
}

/**
 * Interprets a schema instead of compiling it, because a content security policy without `unsafe-eval` forbids compiled
 * validators. The server validates again; this is for messages beside the field.
 */
export function validateAgainst(schema: JsonSchema, value: unknown, pointer = ''): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const at = (keyword: string, limit?: string | number) => {
    problems.push(limit === undefined ? { pointer, keyword } : { pointer, keyword, limit });
  };
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isType(value, type))) {
    at('type', types.join(' '));
    return problems;
  }
  if (schema.enum && !schema.enum.some((allowed) => same(allowed, value))) at('enum');
  if (schema.const !== undefined && !same(schema.const, value)) at('const');
  if (schema.oneOf && schema.oneOf.filter((option) => isValidAgainst(option, value)).length !== 1) at('oneOf');
  if (schema.anyOf && !schema.anyOf.some((option) => isValidAgainst(option, value))) at('anyOf');
  if (schema.not && isValidAgainst(schema.not, value)) at('not');
  for (const part of schema.allOf ?? []) problems.push(...validateAgainst(part, value, pointer));
  if (typeof value === 'string') checkText(schema, value, at);
  if (typeof value === 'number') checkNumber(schema, value, at);
  if (Array.isArray(value)) {
    if (schema.minItems !== undefined && value.length < schema.minItems) at('minItems', schema.minItems);
    if (schema.maxItems !== undefined && value.length > schema.maxItems) at('maxItems', schema.maxItems);
    if (schema.uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size !== value.length) at('uniqueItems');
    const { items } = schema;
    if (items) value.forEach((item, index) => problems.push(...validateAgainst(items, item, `${pointer}/${index}`)));
  }
  if (isRecord(value)) {
    for (const name of schema.required ?? []) {
      if (value[name] === undefined) problems.push({ pointer: `${pointer}/${escape(name)}`, keyword: 'required' });
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (value[name] !== undefined) problems.push(...validateAgainst(property, value[name], `${pointer}/${escape(name)}`));
    }
  }
  if (schema.if) {
    const branch = isValidAgainst(schema.if, value) ? schema.then : schema.else;
    if (branch) problems.push(...validateAgainst(branch, value, pointer));
  }
  return problems;
}

export function isValidAgainst(schema: JsonSchema, value: unknown): boolean {
  return validateAgainst(schema, value).length === 0;
}
