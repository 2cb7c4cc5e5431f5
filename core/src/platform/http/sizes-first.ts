type Schema = Readonly<Record<string, unknown>>;

/** The size limits of values whose schema has none. Schemas of plugins need them; those of our routes have limits. */
const DEFAULT_BOUNDS = { maxItems: 1_000, maxProperties: 1_000, maxLength: 65_536 } as const;

type Bound = keyof typeof DEFAULT_BOUNDS;

/** For each type, the keyword that bounds it, and the keywords whose work grows with its size or that need its members. */
const TYPES: Readonly<Record<string, { readonly bound: Bound; readonly costly: readonly string[] }>> = {
  array: { bound: 'maxItems', costly: ['items', 'additionalItems', 'contains', 'uniqueItems'] },
  object: { bound: 'maxProperties', costly: ['required', 'properties', 'patternProperties', 'additionalProperties', 'propertyNames'] },
  string: { bound: 'maxLength', costly: ['pattern', 'format'] },
};
/** How many unknown members of a closed object are reported one by one. */
const UNKNOWN_MEMBERS = 20;
/** Members of schemas that hold values instead of schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'x-ui']);

function boundOf(schema: Schema, bound: Bound): number {
  if (typeof schema[bound] === 'number') return schema[bound];
  const { properties, patternProperties, additionalProperties } = schema;
  const isClosed = bound === 'maxProperties' && additionalProperties === false && patternProperties === undefined;
  return isClosed ? Object.keys(properties ?? {}).length + UNKNOWN_MEMBERS : DEFAULT_BOUNDS[bound];
}

/**
 * Returns the same schema, but checks the size of arrays, objects and texts before their content. Otherwise a validator
 * that lists all errors would list one for each item of an array that is far too long.
 */
export function sizesFirst(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part: unknown) => sizesFirst(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema as Schema).map(([key, value]) => [key, VALUES.has(key) ? value : sizesFirst(value)] as const);
  const inner: Schema = Object.fromEntries(parts);
  const kind = typeof inner['type'] === 'string' && Object.hasOwn(TYPES, inner['type']) ? TYPES[inner['type']] : undefined;
  if (!kind) return inner;
  const limit = { [kind.bound]: boundOf(schema as Schema, kind.bound) };
  const outer = Object.entries(inner).filter(([key]) => !kind.costly.includes(key));
  const costly = Object.entries(inner).filter(([key]) => kind.costly.includes(key));
  if (costly.length === 0) return { ...inner, ...limit };
  const { type } = inner;
  const within = { if: { type, ...limit }, then: { type, ...Object.fromEntries(costly) } };
  return { ...Object.fromEntries(outer), ...limit, allOf: [...((inner['allOf'] as unknown[] | undefined) ?? []), within] };
}
