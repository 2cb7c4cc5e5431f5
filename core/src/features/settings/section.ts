import Type, { type Static, type TNull, type TObject, type TSchema, type TUnion } from 'typebox';

/** One of several values that a field offers. */
export interface FieldOption {
  readonly value: string;
  /** Default: the value itself. */
  readonly title?: string;
}

/** How a field is drawn, beyond what follows from its schema. They travel as the hints `x-ui` that plugins use, too. */
export interface FieldHints {
  /** `optional-number` is a switch, and a number while it is on; off is `null`. */
  readonly widget?: 'url' | 'folder' | 'path-template' | 'optional-number';
  readonly placeholder?: string;
  /** It belongs to the switch above it. */
  readonly inset?: true;
  /** Offered, not enforced: other values stay valid. */
  readonly options?: readonly FieldOption[];
  /** The name of the number of an `optional-number`, and what it is when the switch goes on. */
  readonly numberTitle?: string;
  readonly start?: number;
  /** What is said of a value that does not have the form its pattern asks for. */
  readonly problem?: string;
  /** Said of a number above this one, which is allowed all the same. */
  readonly caution?: { readonly above: number; readonly text: string };
}

/** How a field is shown to people. */
export interface Drawing<Value> {
  readonly default: Value;
  readonly title: string;
  readonly help?: string;
  readonly ui?: FieldHints;
}

/** A setting: what it may be, what it is at first, and how people meet it. */
export interface Field<T extends TSchema = TSchema> {
  readonly schema: T;
  readonly default: Static<T>;
  /** Absent: it is not drawn. */
  readonly drawing?: Drawing<Static<T>>;
  /** Titles of the values of a choice. */
  readonly choices?: readonly FieldOption[];
}

export type Fields = Readonly<Record<string, Field>>;

/** Settings that belong together. Schema, defaults and the form all come from it. */
export interface Section<F extends Fields = Fields> {
  readonly title: string;
  readonly note?: string;
  /** The page that draws it, where that is not the page of settings. */
  readonly page?: 'backups';
  readonly fields: F;
  /** JSON Schema `if`/`then`: what only `then` speaks of is drawn while `if` holds. It changes nothing of what is valid. */
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

/** One of fixed values; `titles` says them in the order in which they are offered. */
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

/** What is stored and what the API takes: types and limits alone. */
export function schemaOf<F extends Fields>({ fields }: Section<F>): TObject<SchemasOf<F>> {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return Type.Object(properties, { additionalProperties: false }) as unknown as TObject<SchemasOf<F>>;
}

export function defaultsOf<F extends Fields>({ fields }: Section<F>): { readonly [Name in keyof F]: F[Name]['default'] } {
  return Object.fromEntries(Object.entries(fields).map(([name, { default: value }]) => [name, value])) as {
    [Name in keyof F]: F[Name]['default'];
  };
}
