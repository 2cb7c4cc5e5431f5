/** Removes known secrets, and text that looks like one, from text. */
export interface Redactor {
  /** Registers a secret with its encoded forms (URL-encoded, base64). Secrets shorter than four characters are ignored. */
  addSecret(value: string): void;
  /** Registers a random key, written in base64. Twelve or more consecutive characters of it are removed as well. */
  addKey(value: string): void;
  redact(text: string): string;
}

const MARK = '[redacted]';
const PATTERNS: readonly [RegExp, string][] = [
  [/([?&](?:api_?key|apikey|token|access_token|link|passkey|password|secret)=)[^&\s"'\\]+/gi, `$1${MARK}`],
  [/(\b(?:bearer|basic)\s+)[a-z0-9._~+/=-]{8,}/gi, `$1${MARK}`],
  [/(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/)[\w-]+/gi, `$1${MARK}`],
  // begins after the scheme, because a pattern for the scheme would be tried at every letter of a long word
  [/(?<=:\/\/)[^\s/@:"']+:[^\s/@"']+@/g, `${MARK}@`],
];

/** Characters of a key that give it away: 72 bits of it. */
const PIECE = 12;
/** Text that could be a piece of a key. */
const LIKE_A_KEY = new RegExp(`[A-Za-z0-9+/_-]{${PIECE},}`, 'g');

/** A run of letters in which every piece of a key is replaced. Each letter is looked at once. */
function withoutPieces(run: string, pieces: ReadonlySet<string>): string {
  let out = '';
  let keptFrom = 0;
  for (let at = 0; at + PIECE <= run.length; at += 1) {
    if (!pieces.has(run.slice(at, at + PIECE))) continue;
    let end = at + PIECE;
    while (end < run.length && pieces.has(run.slice(end - PIECE + 1, end + 1))) end += 1;
    out += run.slice(keptFrom, at) + MARK;
    keptFrom = end;
    at = end - 1;
  }
  return out + run.slice(keptFrom);
}

function forms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  return [...new Set([secret, json, encodeURIComponent(secret), base64, base64.replace(/={1,2}$/, '')])];
}

/** An empty redactor. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  const pieces = new Set<string>();
  let ordered: string[] = [];

  function addSecret(value: string): void {
    if (value.length < 4) return;
    for (const form of forms(value)) secrets.add(form);
    // longest first, because a secret may be part of another one
    ordered = [...secrets].sort((a, b) => b.length - a.length);
  }

  return {
    addSecret,
    addKey(value) {
      addSecret(value);
      for (const form of [value, value.replaceAll('+', '-').replaceAll('/', '_')])
        for (let at = 0; at + PIECE <= form.length; at += 1) pieces.add(form.slice(at, at + PIECE));
    },
    redact(text) {
      let out = text;
      for (const secret of ordered) if (out.includes(secret)) out = out.split(secret).join(MARK);
      if (pieces.size > 0) out = out.replace(LIKE_A_KEY, (run) => withoutPieces(run, pieces));
      for (const [pattern, replacement] of PATTERNS) out = out.replace(pattern, replacement);
      return out;
    },
  };
}
