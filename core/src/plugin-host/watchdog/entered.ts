const LONGEST_ID = 200;
const TEXT_AT = 4;

/**
 * The plugin whose code was entered last and has not returned: the length of its id, then the id. Another thread reads
 * it while this one is blocked.
 */
export const ENTERED_BUFFER = new SharedArrayBuffer(TEXT_AT + LONGEST_ID);
const length = new Int32Array(ENTERED_BUFFER, 0, 1);
const text = new Uint8Array(ENTERED_BUFFER, TEXT_AT);

/** The plugin whose code is running, according to the note; `undefined` if none is. */
export function enteredPlugin(buffer: SharedArrayBuffer): string | undefined {
  const size = Atomics.load(new Int32Array(buffer, 0, 1), 0);
  return size === 0 ? undefined : Buffer.from(new Uint8Array(buffer, TEXT_AT, size)).toString();
}

function note(pluginId: string | undefined): void {
  const bytes = Buffer.from(pluginId ?? '').subarray(0, LONGEST_ID);
  text.set(bytes);
  Atomics.store(length, 0, bytes.length);
}

let entered: string | undefined;
const importing: string[] = [];

/** Imports a plugin and notes its id until another plugin is entered, because the import runs between turns, not within this call. */
export async function enterImport<T>(pluginId: string, work: () => Promise<T>): Promise<T> {
  importing.push(pluginId);
  note(entered ?? importing.at(-1));
  try {
    return await work();
  } finally {
    importing.splice(importing.lastIndexOf(pluginId), 1);
    note(entered ?? importing.at(-1));
  }
}

/** Calls plugin code and notes the plugin's id until the call returns. */
export function enter<T>(pluginId: string, fn: () => T): T {
  const outer = entered;
  entered = pluginId;
  note(pluginId);
  try {
    return fn();
  } finally {
    entered = outer;
    note(entered ?? importing.at(-1));
  }
}
