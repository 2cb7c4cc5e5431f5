/** Limits for an answer. @since 1.1.0 */
export interface AnswerLimits {
  /** Levels of nested objects and lists. */
  readonly depth: number;
  /** Values of all kinds together. */
  readonly values: number;
  /** Characters of all texts and names together. */
  readonly characters: number;
  /** Bytes of all binary parts together. */
  readonly bytes: number;
}

/** The host's limits for one answer. @since 1.1.0 */
export const ANSWER_LIMITS: AnswerLimits = { depth: 64, values: 500_000, characters: 32_000_000, bytes: 64 * 1024 * 1024 };

/** A copy, or the reason why there is none. @since 1.1.0 */
export type AnswerCopy = { readonly copy: unknown; readonly problem?: undefined } | { readonly problem: string };

class Problem extends Error {}

/** Copies one answer and counts as it goes, so that the work is bounded however large the answer is. */
class Copier {
  readonly #path: (string | number)[] = [];
  readonly #above = new Set<object>();
  #values = 0;
  #characters = 0;
  #bytes = 0;

  constructor(
    private readonly what: string,
    private readonly limits: AnswerLimits,
  ) {}

  get place(): string {
    return this.#path.slice(0, 8).reduce<string>((text, step) => text + (typeof step === 'number' ? `[${step}]` : `.${step}`), this.what);
  }

  copy(value: unknown): unknown {
    this.#values += 1;
    if (this.#values > this.limits.values) throw new Problem(`${this.what} holds more than ${this.limits.values} values`);
    switch (typeof value) {
      case 'string':
        this.#count(value);
        return value;
      case 'boolean':
      case 'undefined':
        return value;
      case 'number':
        if (!Number.isFinite(value)) throw new Problem(`${this.place} is ${value}`);
        return value;
      case 'object':
        return value === null ? null : this.#object(value);
      default:
        throw new Problem(`${this.place} is a ${typeof value}`);
    }
  }

  #count(text: string): void {
    this.#characters += text.length;
    if (this.#characters > this.limits.characters) throw new Problem(`${this.what} holds more than ${this.limits.characters} characters`);
  }

  #object(value: object): unknown {
    if (ArrayBuffer.isView(value) && value instanceof Uint8Array) return this.#binary(value);
    if (this.#above.has(value)) throw new Problem(`${this.place} refers to what it is a part of`);
    if (this.#path.length >= this.limits.depth) throw new Problem(`${this.what} is more than ${this.limits.depth} levels deep`);
    this.#above.add(value);
    const copy = Array.isArray(value) ? this.#list(value) : this.#record(value);
    this.#above.delete(value);
    return copy;
  }

  #binary(value: Uint8Array): Uint8Array {
    this.#bytes += value.byteLength;
    if (!(this.#bytes <= this.limits.bytes)) throw new Problem(`${this.what} holds more than ${this.limits.bytes} bytes`);
    return new Uint8Array(value);
  }

  #list(value: readonly unknown[]): unknown[] {
    const { length } = value;
    if (!(length <= this.limits.values)) throw new Problem(`${this.place} holds more than ${this.limits.values} values`);
    const copy: unknown[] = [];
    for (let index = 0; index < length; index += 1) copy.push(this.#part(value, index));
    return copy;
  }

  #record(value: object): Record<string, unknown> {
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype !== null && prototype !== Object.prototype) {
      throw new Problem(`${this.place} is a ${String((prototype as { constructor?: { name?: unknown } }).constructor?.name)}`);
    }
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      if (name === '__proto__') throw new Problem(`${this.place} has a member called __proto__`);
      this.#count(name);
      const part = this.#part(value as Record<string, unknown>, name);
      if (part !== undefined) copy[name] = part;
    }
    return copy;
  }

  #part(value: Readonly<Record<string | number, unknown>> | readonly unknown[], step: string | number): unknown {
    this.#path.push(step);
    const copy = this.copy((value as Record<string | number, unknown>)[step]);
    this.#path.pop();
    return copy;
  }
}

/**
 * Copies a plugin's answer into plain data that could be sent to another process. The copy shares nothing with the
 * original, so neither getters nor later changes reach the reader. Members that are `undefined` are left out.
 *
 * @param what names the answer in the problem
 * @since 1.1.0
 */
export function copyAnswer(value: unknown, what = 'the answer', limits: AnswerLimits = ANSWER_LIMITS): AnswerCopy {
  const copier = new Copier(what, limits);
  try {
    return { copy: copier.copy(value) };
  } catch (error) {
    // a getter or a proxy may throw anything, even something that cannot be printed
    return { problem: error instanceof Problem ? error.message : `${copier.place} cannot be read` };
  }
}
