const LONGEST_ID = 200;
const TEXT_AT = 4;

/**
 * The plugin whose code holds the thread: the length of its id, then the id. Another thread reads it while this one is
 * blocked.
 */
export const ENTERED_BUFFER = new SharedArrayBuffer(TEXT_AT + LONGEST_ID);
const length = new Int32Array(ENTERED_BUFFER, 0, 1);
const text = new Uint8Array(ENTERED_BUFFER, TEXT_AT);
// kept separately, because plugin code may replace it
const { store } = Atomics;
const NOBODY = new Uint8Array(0);

/** The plugin whose code is running, according to the note; `undefined` if none is. */
export function enteredPlugin(buffer: SharedArrayBuffer): string | undefined {
  const size = Atomics.load(new Int32Array(buffer, 0, 1), 0);
  return size === 0 ? undefined : Buffer.from(new Uint8Array(buffer, TEXT_AT, size)).toString();
}

/** The id of a plugin, as it stands in a note. */
export function noteOf(pluginId: string): Uint8Array {
  return Uint8Array.from(Buffer.from(pluginId).subarray(0, LONGEST_ID));
}

/** Notes whose code runs. */
export function note(bytes: Uint8Array = NOBODY): void {
  for (let index = 0; index < bytes.length; index += 1) text[index] = bytes[index] as number;
  store(length, 0, bytes.length);
}
