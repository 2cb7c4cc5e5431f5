/** Changes that were found, by name. `stuck` lists those that cannot be undone. */
export interface Tampering {
  readonly changed: readonly string[];
  readonly stuck: readonly string[];
}

/** The objects that all code in the process shares. */
export interface BuiltIns {
  /** Undoes all changes made since this was created. @returns undefined if there are none */
  restore(): Tampering | undefined;
  /**
   * Whether a value was replaced, or a member added to what nearly every object inherits. It costs a tenth of `restore` and uses no
   * built-in object, so that it may be asked after every turn. A getter in the place of another is not seen.
   */
  isTouched(): boolean;
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

/** A descriptor that inherits nothing, so that a member planted in every object cannot turn it into another. */
function descriptorOf(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  const own = Object.getOwnPropertyDescriptor(object, key);
  return own && (Object.assign(Object.create(null), own) as PropertyDescriptor);
}

function describe(name: string, object: object, isInherited: boolean): Kept {
  const members = new Map(Reflect.ownKeys(object).map((key) => [key, descriptorOf(object, key) as PropertyDescriptor] as const));
  return { name, object, isInherited, members, isExtensible: Object.isExtensible(object) };
}

function isSame(now: PropertyDescriptor | undefined, was: PropertyDescriptor, is: typeof Object.is): boolean {
  return (
    now !== undefined &&
    is(now.value, was.value) &&
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
    const descriptor = descriptorOf(globalThis, name);
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

/** What nearly every object inherits, so that an additional member of it does harm at once. */
const INHERITED_BY_MOST = new Set(['Object.prototype', 'Array.prototype', 'Function.prototype', 'String.prototype', 'Promise.prototype']);

/** The comparison of `isTouched`: flat lists, which need nothing but indexes and `===`. */
function quickComparison(all: readonly Kept[]): () => boolean {
  const { ownKeys } = Reflect;
  const values = all.flatMap(({ name, object, members }) =>
    [...members].flatMap(([key, { value }]) =>
      value === undefined || Number.isNaN(value) || FREE.has(`${name}.${String(key)}`)
        ? []
        : [{ object: object as never, key, value: value as unknown }],
    ),
  );
  const objects = values.map(({ object }) => object as Record<PropertyKey, unknown>);
  const keys = values.map(({ key }) => key);
  const were = values.map(({ value }) => value);
  const inherited = all.filter(({ name }) => INHERITED_BY_MOST.has(name));
  const prototypes = inherited.map(({ object }) => object);
  const counts = inherited.map(({ members }) => members.size);
  return () => {
    for (let index = 0; index < prototypes.length; index += 1) {
      if (ownKeys(prototypes[index] as object).length !== counts[index]) return true;
    }
    try {
      for (let index = 0; index < objects.length; index += 1) {
        if ((objects[index] as Record<PropertyKey, unknown>)[keys[index] as PropertyKey] !== were[index]) return true;
      }
    } catch {
      // a getter that throws stands where a value stood
      return true;
    }
    return false;
  };
}

/** Records the built-in objects as they are now. Call it before any plugin code has run. */
export function keepBuiltIns(): BuiltIns {
  // kept separately, because plugin code may replace them; so is every other built-in function that is used below
  const { getOwnPropertyDescriptor, isExtensible, is } = Object;
  const { defineProperty, deleteProperty, ownKeys } = Reflect;
  const text = String;
  const all = [describeGlobals(), ...CONSTRUCTORS.flatMap(objectsOf), ...NAMESPACES.flatMap(objectsOf), ...hiddenPrototypes()].map(
    ({ name, object, isInherited, isExtensible: wasExtensible, members }) => ({
      name,
      object,
      isInherited,
      wasExtensible,
      members: [...members].map(([key, was]) => ({
        key,
        was,
        label: `${name}.${String(key)}`,
        isFree: FREE.has(`${name}.${String(key)}`),
      })),
    }),
  );
  type Recorded = (typeof all)[number];

  function isMember(members: Recorded['members'], key: PropertyKey): boolean {
    for (let index = 0; index < members.length; index += 1) if (members[index]?.key === key) return true;
    return false;
  }

  function removeAdded({ name, object, members }: Recorded, changed: string[], stuck: string[]): void {
    const keys = ownKeys(object);
    if (keys.length === members.length) return;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as PropertyKey;
      if (isMember(members, key)) continue;
      const into = deleteProperty(object, key) ? changed : stuck;
      into[into.length] = `${name}.${text(key)}`;
    }
  }

  function restoreOne(kept: Recorded, changed: string[], stuck: string[]): void {
    const { name, object, members } = kept;
    for (let index = 0; index < members.length; index += 1) {
      const { key, was, label, isFree } = members[index] as Recorded['members'][number];
      if (isFree || isSame(getOwnPropertyDescriptor(object, key), was, is)) continue;
      const into = defineProperty(object, key, was) ? changed : stuck;
      into[into.length] = label;
    }
    // now that every member is back, their number tells whether there are more
    if (kept.isInherited) removeAdded(kept, changed, stuck);
    if (kept.wasExtensible && !isExtensible(object)) stuck[stuck.length] = name;
  }

  return {
    isTouched: quickComparison([describeGlobals(), ...CONSTRUCTORS.flatMap(objectsOf), ...NAMESPACES.flatMap(objectsOf)]),
    restore() {
      const changed: string[] = [];
      const stuck: string[] = [];
      for (let index = 0; index < all.length; index += 1) restoreOne(all[index] as Recorded, changed, stuck);
      return changed.length + stuck.length === 0 ? undefined : { changed, stuck };
    },
  };
}
