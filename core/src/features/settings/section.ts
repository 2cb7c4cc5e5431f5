import Type, { type Static, type TNull, type TObject, type TSchema, type TUnion } from 'typebox';

/** One of several values that a field offers. */
export interface FieldOption {
  readonly value: string;
  /** Default: the value itself. */
  readonly title?: string;
}

/** How a field is rendered, in addition to what its schema implies. Sent as the `x-ui` hints that plugins use, too. */
export interface FieldHints {
  /** `optional-number` is a switch, with a number while it is on; off is `null`. */
  readonly widget?: 'url' | 'folder' | 'path-template' | 'optional-number' | 'catalog-region';
  readonly placeholder?: string;
  /** It belongs to the switch above it. */
  readonly inset?: true;
  /** Suggestions; other values stay valid. */
  readonly options?: readonly FieldOption[];
  /** The title of an `optional-number`'s number, and its value when the switch is turned on. */
  readonly numberTitle?: string;
  readonly start?: number;
  /** The message for a value that does not match its pattern. */
  readonly problem?: string;
  /** The warning for a number above this one, which is still allowed. */
  readonly caution?: { readonly above: number; readonly text: string };
}

/** How people see a field. */
export interface Drawing<Value> {
  readonly default: Value;
  readonly title: string;
  readonly help?: string;
  readonly ui?: FieldHints;
}

/** A setting: its schema, its default, and how people see it. */
export interface Field<T extends TSchema = TSchema> {
  readonly schema: T;
  readonly default: Static<T>;
  /** Absent if it is not rendered. */
  readonly drawing?: Drawing<Static<T>>;
  /** Titles of the values of a choice. */
  readonly choices?: readonly FieldOption[];
}

export type Fields = Readonly<Record<string, Field>>;

/** A group of settings. Schema, defaults and form all derive from it. */
export interface Section<F extends Fields = Fields> {
  readonly title: string;
  readonly note?: string;
  /** The page that renders it, if that is not the settings page. */
  readonly page?: 'backups';
  readonly fields: F;
  /** JSON Schema `if`/`then`: fields only in `then` are rendered while `if` holds. It does not affect validity. */
  readonly when?: { readonly if: object; readonly then: object };
}

type SchemasOf<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['schema'] };

export function field<T extends TSchema>(schema: T, drawing: Drawing<Static<T>>): Field<T> {
  return { schema, default: drawing.default, drawing };
}

/** A setting that people never see. */
export function hidden<T extends TSchema>(schema: T, value: Static<T>): Field<T> {
  return { schema, default: value };
}

export function toggle(drawing: Drawing<boolean>): Field<ReturnType<typeof Type.Boolean>> {
  return field(Type.Boolean(), drawing);
}

/** One of fixed values; `titles` has them in display order. */
export function choice<Value extends string>(titles: Readonly<Record<Value, string>>, drawing: Drawing<Value>) {
  const values = Object.keys(titles) as Value[];
  const schema = Type.Unsafe<Value>(Type.Union(values.map((value) => Type.Literal(value))));
  return { ...field(schema, drawing), choices: values.map((value) => ({ value, title: titles[value] })) };
}

export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

export function section<F extends Fields>(declared: Section<F>): Section<F> {
  return declared;
}

/** The schema of the stored values and of the API: only types and limits. */
export function schemaOf<F extends Fields>({ fields }: Section<F>): TObject<SchemasOf<F>> {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return Type.Object(properties, { additionalProperties: false }) as unknown as TObject<SchemasOf<F>>;
}

export function defaultsOf<F extends Fields>({ fields }: Section<F>): { readonly [Name in keyof F]: F[Name]['default'] } {
  return Object.fromEntries(Object.entries(fields).map(([name, { default: value }]) => [name, value])) as {
    [Name in keyof F]: F[Name]['default'];
  };
}
