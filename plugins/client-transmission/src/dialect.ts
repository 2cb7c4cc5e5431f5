import { isJsonObject, type JsonObject, type JsonValue } from '@lectern/plugin-api';

/** An answer of either protocol. Keys of `data` are camelCase. */
export interface RpcReply {
  /** `undefined` if the call succeeded, or else Transmission's message. */
  readonly failure: string | undefined;
  readonly data: JsonObject;
}

/** The encoding of calls and answers in one of the two protocols. Methods and arguments use the legacy spelling. */
export interface RpcDialect {
  encode(method: string, args: JsonObject): JsonObject;
  /** `undefined`: the answer does not belong to this protocol. */
  decode(answer: JsonValue): RpcReply | undefined;
}

/** The highest major `X-Transmission-Rpc-Version` for which the legacy protocol is known to work. */
const LAST_LEGACY_MAJOR = 6;

function camelCase(key: string): string {
  return key.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(key: string): string {
  return key.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function renameObject(value: JsonObject, rename: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]));
}

function renameKeys(value: JsonValue, rename: (key: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  return isJsonObject(value) ? renameObject(value, rename) : value;
}

function camelKeys(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? renameObject(value, camelCase) : {};
}

/** A JSON-RPC error. 4.1 also sends one to legacy callers if it cannot read the body. */
function decodeError(error: JsonObject): RpcReply {
  const detail = isJsonObject(error.data) ? error.data.error_string : undefined;
  const message = typeof error.message === 'string' ? error.message : `error ${typeof error.code === 'number' ? error.code : 'unknown'}`;
  return { failure: typeof detail === 'string' ? `${message}: ${detail}` : message, data: {} };
}

/** The protocol of all versions up to and including 4.x. */
export const legacyDialect: RpcDialect = {
  encode: (method, args) => ({ method, arguments: args }),
  decode(answer) {
    if (!isJsonObject(answer)) return undefined;
    if (isJsonObject(answer.error)) return decodeError(answer.error);
    if (typeof answer.result !== 'string') return undefined;
    return { failure: answer.result === 'success' ? undefined : answer.result, data: camelKeys(answer.arguments) };
  },
};

/** JSON-RPC 2.0, understood by 4.1 and later. Everything in it is snake_case, including the names of fields. */
export const jsonRpcDialect: RpcDialect = {
  encode(method, args) {
    const params = renameObject(args, snakeCase);
    if (Array.isArray(args.fields)) params.fields = args.fields.map((field) => (typeof field === 'string' ? snakeCase(field) : field));
    return { jsonrpc: '2.0', id: 1, method: snakeCase(method), params };
  },
  decode(answer) {
    if (!isJsonObject(answer) || answer.jsonrpc !== '2.0') return undefined;
    if (isJsonObject(answer.error)) return decodeError(answer.error);
    return { failure: undefined, data: camelKeys(answer.result) };
  },
};

/**
 * Chooses the protocol by the `X-Transmission-Rpc-Version` header that 4.1 and later send with their 409 answer.
 * @param rpcVersion e.g. `6.0.1`; `undefined` if the header is absent
 */
export function dialectFor(rpcVersion: string | undefined): RpcDialect {
  const major = Number.parseInt(rpcVersion ?? '', 10);
  return major > LAST_LEGACY_MAJOR ? jsonRpcDialect : legacyDialect;
}
