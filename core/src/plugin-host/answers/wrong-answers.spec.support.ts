/** Answers that every extension point has to refuse, by what is wrong with them. Each call makes new ones. */
export const WRONG_ANSWERS: Readonly<Record<string, () => unknown>> = {
  'a number': () => 7,
  'a text': () => 'yes',
  'a list of null': () => [null],
  'a member of a wrong type': () => ({ ok: true, version: 7, items: 7, releases: 7, kind: 7, sources: 7, subject: 7, refuse: 7 }),
  'members that are null': () => ({ ok: null, items: null, releases: null, kind: null, id: null, name: null, refuse: null }),
  'a cycle': () => {
    const made: Record<string, unknown> = { ok: true };
    made.private = made;
    return made;
  },
  'endless nesting': () => {
    let deep: unknown = {};
    for (let level = 0; level < 200_000; level += 1) deep = { private: deep };
    return deep;
  },
  'a BigInt': () => ({ ok: true, version: 1n }),
  'a function': () => ({ ok: true, toJSON: () => ({ ok: true }) }),
  'an endless list': () => new Array<number>(4_000_000_000),
  'a huge list': () => new Array<number>(600_000).fill(0),
  'a huge text': () => ({ ok: true, version: 'x'.repeat(40_000_000) }),
  NaN: () => ({ ok: true, items: [Number.NaN] }),
  Infinity: () => ({ ok: true, items: [Number.POSITIVE_INFINITY] }),
  'a getter that throws': () => ({
    ok: true,
    get version() {
      throw new Error('read');
    },
  }),
  'a proxy that throws': () =>
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('keys');
        },
      },
    ),
  'a prototype as a member': () => JSON.parse('{"ok": true, "__proto__": {"polluted": true}}') as unknown,
  'a date': () => new Date(0),
  'an unreadable thrown value': () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- what a plugin throws need not be an error
    throw new Proxy(
      {},
      {
        get: () => {
          throw new Error('get');
        },
        getPrototypeOf: () => {
          throw new Error('prototype');
        },
      },
    );
  },
  'an error of numbers': () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- as above
    throw {
      [Symbol.for('lectern.IntegrationError')]: true,
      code: 'INTEGRATION_BAD_RESPONSE',
      message: 7,
      retryAfterMs: Number.NaN,
      field: {},
    };
  },
};
