/** Hostile values for one text. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  'a long text': 'A'.repeat(5_000),
  'letters beyond Latin': '\u{1F4DA} \u0416\u0443\u043A \u6F22\u5B57 \u0627\u0644\u0643\u062A\u0627\u0628 e\u0301',
  'half a letter': '\uD800',
  'control characters': 'a\u0000b\u0007c\u001b[31md\u202Ee',
  'line breaks': 'x\r\nSet-Cookie: planted=1\r\n\r\n<b>',
  'a way up': '../../../../etc/passwd',
  'an encoded way up': '..%2f..%2fetc%2fpasswd',
  markup: '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>',
  sql: "'; DROP TABLE users; --",
  'a pattern': '%_\\%(((((((((a+)+)+$',
  template: '${7*7}{{7*7}}$&$`',
  'a prototype key': '__proto__',
  'an inherited name': 'constructor',
  'a huge number': '99999999999999999999999999',
  'a negative number': '-1',
  'not a number': 'NaN',
};

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

/** Hostile values for one member of a body. */
export const HOSTILE_MEMBERS: Readonly<Record<string, unknown>> = {
  ...HOSTILE_TEXTS,
  null: null,
  true: true,
  'a large number': 1e308,
  'a fraction': 0.1,
  'a negative integer': -1,
  'a list': ['a', ['b']],
  'a list of many': Array.from({ length: 2_000 }, (_, index) => index),
  'an object': { a: { b: 1 } },
  'an object nested deep': JSON.parse(deep(2_000)) as unknown,
  'an object with a prototype': JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}') as unknown,
};

export interface HostileBody {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** The statuses that may answer it. */
  readonly status?: readonly number[];
}

const JSON_TYPE = 'application/json';

/** Bodies that are wrong as a whole. */
export const HOSTILE_BODIES: Readonly<Record<string, HostileBody>> = {
  'a list': { type: JSON_TYPE, body: '[]', status: [400] },
  'a text': { type: JSON_TYPE, body: '"text"', status: [400] },
  nothing: { type: JSON_TYPE, body: '' },
  null: { type: JSON_TYPE, body: 'null', status: [400] },
  'half of an object': { type: JSON_TYPE, body: '{"a": ', status: [400] },
  'deep nesting': { type: JSON_TYPE, body: deep(20_000) },
  'a prototype': { type: JSON_TYPE, body: '{"__proto__": {"role": "admin"}, "constructor": {"prototype": {"role": "admin"}}}' },
  'many unknown members': {
    type: JSON_TYPE,
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`m${n}`, n]))),
  },
  'bytes that are no UTF-8': { type: JSON_TYPE, body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  'a form': { type: 'application/x-www-form-urlencoded', body: 'a=1&role=admin', status: [415] },
  'plain text': { type: 'text/plain', body: '{"role":"admin"}', status: [415] },
  'no media type': { type: '', body: '{"role":"admin"}', status: [415] },
  'another character set': { type: 'application/json; charset=utf-16', body: '{}', status: [400, 415] },
  'an encoding that is not one': { type: JSON_TYPE, body: '{}', headers: { 'content-encoding': 'x-rot13' }, status: [400, 415] },
  'rubbish as gzip': { type: JSON_TYPE, body: 'rubbish', headers: { 'content-encoding': 'gzip' }, status: [400] },
  'more than fits': { type: JSON_TYPE, body: JSON.stringify({ a: 'A'.repeat(1024 * 1024) }), status: [413] },
};

/** Paths that are wrong as text, below an existing route. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  '..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%00',
  '%c0%af',
  '%zz',
  '%',
  '%E0%A4%A',
  'a'.repeat(4_000),
  '%F0%9F%93%9A',
  '.',
  '%2e%2e',
  '__proto__',
  "'%20OR%201=1--",
  '-1',
  '1e999',
];
