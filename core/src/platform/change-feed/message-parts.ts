/** PostgreSQL takes fewer than 8000 bytes, and the head of a part needs some of them. */
const PART_BYTES = 7_500;
/** The unfinished message of one sender. Parts of a message come one after another, so there is never more than one. */
interface Unfinished {
  readonly id: string;
  readonly parts: string[];
}

/** Splits a message into parts of the form `from id index count text`, in ASCII only, so that characters are bytes. */
export function splitMessage(from: string, id: string, message: object): string[] {
  const text = JSON.stringify(message).replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const count = Math.ceil(text.length / PART_BYTES);
  return Array.from({ length: count }, (_, n) => `${from} ${id} ${n} ${count} ${text.slice(n * PART_BYTES, (n + 1) * PART_BYTES)}`);
}

/** Puts messages together again. A part that fits nowhere is dropped together with the parts before it. */
export function createMessageJoiner() {
  const unfinished = new Map<string, Unfinished>();
  return (payload: string): { readonly from: string; readonly message: unknown } | undefined => {
    const [, from = '', id = '', index, count, text = ''] = /^(\S+) (\S+) (\d+) (\d+) ([^]*)$/.exec(payload) ?? [];
    const begun = Number(index) === 0 ? { id, parts: [] } : unfinished.get(from);
    unfinished.delete(from);
    if (!begun || begun.id !== id || begun.parts.length !== Number(index)) return undefined;
    begun.parts.push(text);
    if (begun.parts.length < Number(count)) {
      unfinished.set(from, begun);
      return undefined;
    }
    return { from, message: JSON.parse(begun.parts.join('')) as unknown };
  };
}
