/** Changes that were found, by name. `stuck` lists those that cannot be undone. */
export interface Tampering {
  readonly changed: readonly string[];
  readonly stuck: readonly string[];
}

/** The objects that all code in the process shares. */
export interface BuiltIns {
  /** Undoes all changes made since this was created. @returns undefined if there are none */
  restore(): Tampering | undefined;
}

interface Kept {
  readonly name: string;
  readonly object: object;
  /** Whether an additional member affects others, because everything inherits from prototypes. */
  readonly isInherited: boolean;
  readonly members: ReadonlyMap<PropertyKey, PropertyDescriptor>;
  readonly isExtensible: boolean;
}

const CONSTRUCTORS = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'Date', 'RegExp', 'Promise', 'Proxy'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Uint8Array', 'Int32Array'],
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'AggregateError', 'URL', 'URLSearchParams'],
  ...['AbortController', 'AbortSignal', 'EventTarget', 'Event', 'Buffer', 'TextEncoder', 'TextDecoder'],
] as const;
const NAMESPACES = ['JSON', 'Math', 'Reflect', 'Atomics'] as const;
const FUNCTIONS = [
  ...['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'encodeURIComponent', 'decodeURIComponent', 'structuredClone', 'queueMicrotask'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'process', 'console'],
] as const;
/** Members that we and many libraries may set. They control how stacks are shown. */
const FREE = new Set<PropertyKey>(['Error.stackTraceLimit', 'Error.prepareStackTrace']);

function describe(name: string, object: object, isInherited: boolean): Kept {
  const members = new Map(
    Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key) as PropertyDescriptor] as const),
  );
  return { name, object, isInherited, members, isExtensible: Object.isExtensible(object) };
}

function isSame(now: PropertyDescriptor | undefined, was: PropertyDescriptor): boolean {
  return (
    now !== undefined &&
    Object.is(now.value, was.value) &&
    now.get === was.get &&
    now.set === was.set &&
    now.writable === was.writable &&
    now.enumerable === was.enumerable &&
    now.configurable === was.configurable
  );
}

/** Keeps only the names on globalThis: its members are lazy in Node.js and change on first use. */
function describeGlobals(): Kept {
  const names = [...CONSTRUCTORS, ...NAMESPACES, ...FUNCTIONS];
  const members = names.flatMap((name) => {
    // some of these are lazy as well; using them here means that nobody else is the first
    Reflect.get(globalThis, name);
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    return descriptor ? [[name, descriptor] as const] : [];
  });
  return {
    name: 'globalThis',
    object: globalThis,
    isInherited: false,
    members: new Map<PropertyKey, PropertyDescriptor>(members),
    isExtensible: true,
  };
}

function objectsOf(name: string): Kept[] {
  const found = (globalThis as Record<string, unknown>)[name] as (object & { readonly prototype?: object }) | undefined;
  if (found === undefined) return [];
  const own = describe(name, found, false);
  return found.prototype ? [own, describe(`${name}.prototype`, found.prototype, true)] : [own];
}

function hiddenPrototypes(): Kept[] {
  const asyncFunction = Object.getPrototypeOf(async () => undefined) as object;
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
  return [
    describe('the prototype of async functions', asyncFunction, true),
    describe('the prototype of iterators', iterator, true),
    describe('the prototype of typed arrays', typedArray, true),
  ];
}

/** Records the built-in objects as they are now. Call it before any plugin code has run. */
export function keepBuiltIns(): BuiltIns {
  // kept separately, because plugin code may replace them
  const { getOwnPropertyDescriptor, isExtensible } = Object;
  const { defineProperty, deleteProperty, ownKeys } = Reflect;
  const all = [describeGlobals(), ...CONSTRUCTORS.flatMap(objectsOf), ...NAMESPACES.flatMap(objectsOf), ...hiddenPrototypes()];

  function restoreOne(kept: Kept, changed: string[], stuck: string[]): void {
    const { name, object, members, isInherited } = kept;
    const note = (key: PropertyKey, isBack: boolean): void => void (isBack ? changed : stuck).push(`${name}.${String(key)}`);
    if (isInherited) {
      const keys = ownKeys(object);
      for (let index = 0; index < keys.length; index += 1) {
        const key = keys[index] as PropertyKey;
        if (!members.has(key)) note(key, deleteProperty(object, key));
      }
    }
    members.forEach((was, key) => {
      if (isSame(getOwnPropertyDescriptor(object, key), was) || FREE.has(`${name}.${String(key)}`)) return;
      note(key, defineProperty(object, key, was));
    });
    if (kept.isExtensible && !isExtensible(object)) stuck.push(name);
  }

  return {
    restore() {
      const changed: string[] = [];
      const stuck: string[] = [];
      for (let index = 0; index < all.length; index += 1) restoreOne(all[index] as Kept, changed, stuck);
      return changed.length + stuck.length === 0 ? undefined : { changed, stuck };
    },
  };
}
