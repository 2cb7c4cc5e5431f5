interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly then?: Schema;
  readonly else?: Schema;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly maxLength?: number;
}

/** A closed list of members cannot grow, because the server ignores all others. */
function canGrow(schema: Schema): boolean {
  const isNamed = schema.properties !== undefined && typeof schema.additionalProperties !== 'object';
  return !isNamed || schema.patternProperties !== undefined;
}

function ownBound(schema: Schema): keyof Schema | undefined {
  if (schema.const !== undefined || schema.enum !== undefined) return undefined;
  if (schema.type === 'array') return 'maxItems';
  if (schema.type === 'string') return 'maxLength';
  return schema.type === 'object' && canGrow(schema) ? 'maxProperties' : undefined;
}

function partsOf(schema: Schema): (readonly [string, Schema])[] {
  const named = Object.entries({ ...schema.properties, ...schema.patternProperties }).map(([name, part]) => [`/${name}`, part] as const);
  const same = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? []), schema.then, schema.else];
  const members = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  const others = [...same.map((part) => ['', part] as const), ['/*', members] as const, ['/[]', schema.items] as const];
  return [...named, ...others].flatMap(([name, part]) => (part ? [[name, part] as const] : []));
}

/** The parts of a schema whose values may grow without limit, as pointers with the missing bound. */
export function unboundedParts(schema: object, at = ''): string[] {
  const bound = ownBound(schema);
  const own = bound !== undefined && (schema as Schema)[bound] === undefined ? [`${at} ${bound}`] : [];
  return [...own, ...partsOf(schema).flatMap(([name, part]) => unboundedParts(part, at + name))];
}
