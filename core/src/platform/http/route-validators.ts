import type { Ajv, Options, ValidateFunction } from 'ajv';
import Type, { type TSchema } from 'typebox';
import { ApiError } from './problem.js';
import type { Route } from './route.js';
import { sizesFirst } from './sizes-first.js';
import { sentence } from '../words/index.js';
import { createAjv, describeErrors, findUnfit } from './validation.js';

/** Compiles its validator when it is first needed, because compiling those of all routes would delay every start. */
export type Validator = () => ValidateFunction;

/** A route with validators for its input and, in tests, for its answers. */
export interface CompiledRoute {
  readonly route: Route;
  readonly params?: Validator;
  readonly query?: Validator;
  readonly body?: Validator;
  readonly responses: Map<number, Validator>;
}

/** A compiler, and what it compiled so far, by the text of the schema: routes share schemas, and so do the servers of one process. */
interface Compiler {
  readonly ajv: Ajv;
  readonly made: Map<string, ValidateFunction>;
}

function createCompiler(options: Options = {}): Compiler {
  return { ajv: createAjv(options), made: new Map() };
}

/** One compiler of each kind for all routes, because making one costs more than compiling most schemas. */
interface Compilers {
  readonly strict: Compiler;
  readonly coercing: Compiler;
  readonly answers: Compiler;
}

let compilers: Compilers | undefined;

function theCompilers(): Compilers {
  return (compilers ??= {
    strict: createCompiler(),
    coercing: createCompiler({ coerceTypes: 'array' }),
    answers: createCompiler({ useDefaults: false }),
  });
}

const NO_QUERY = Type.Object({});

function compile({ ajv, made }: Compiler, schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const found = made.get(text) ?? ajv.compile(schema);
  made.set(text, found);
  return found;
}

function validator(compiler: Compiler, schema: TSchema): Validator {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= compile(compiler, structuredSchema(schema)));
}

function inputValidator(compiler: Compiler, schema: TSchema): Validator {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= compile(compiler, sizesFirst(structuredSchema(schema)) as object));
}

/** A misspelt filter would look like an answer, so a query is closed, also where none is declared, unless its route says otherwise. */
function querySchema({ query, ignoresUnknownQuery }: Route): TSchema | undefined {
  return ignoresUnknownQuery ? query : { ...(query ?? NO_QUERY), additionalProperties: false };
}

export function compileRoute(route: Route, validateResponses: boolean): CompiledRoute {
  const { strict, coercing, answers } = theCompilers();
  const of = (compiler: Compiler, schema: TSchema | undefined) => schema && inputValidator(compiler, schema);
  const responses = new Map<number, Validator>();
  if (validateResponses) {
    for (const [status, schema] of Object.entries(route.responses)) {
      if (schema !== null && !('contentType' in schema)) {
        responses.set(Number(status), validator(answers, schema));
      }
    }
  }
  return { route, params: of(coercing, route.params), query: of(coercing, querySchema(route)), body: of(strict, route.body), responses };
}

/** Removes `$id`s from a schema. They name components in the OpenAPI document and would clash inside ajv. */
function structuredSchema(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value))) as object;
}

/** @throws ApiError `not_found` for a path, `invalid_request` for anything else that does not fit */
export function checkInput(validator: Validator | undefined, value: unknown, place: string): void {
  if (!validator) return;
  const validate = validator();
  // this check comes last, because validation turns texts into numbers
  const isValid = validate(value);
  const unfit = isValid ? findUnfit(value) : undefined;
  if (isValid && unfit === undefined) return;
  const errors = unfit === undefined ? describeErrors(validate.errors ?? []) : [unfit];
  const first = errors[0];
  const fault = first?.message ?? sentence('field.not_valid');
  const said = sentence('problem.invalid_input', { field: `${place}${first?.path ?? ''}`, fault });
  throw new ApiError(place === 'path' ? 'not_found' : 'invalid_request', said, { errors });
}
