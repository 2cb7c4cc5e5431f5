/** Removes known secrets, and text that looks like one, from text. */
export interface Redactor {
  /** Registers a secret with its encoded forms (URL-encoded, base64). Secrets shorter than four characters are ignored. */
  addSecret(value: string): void;
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

function forms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  return [...new Set([secret, json, encodeURIComponent(secret), base64, base64.replace(/={1,2}$/, '')])];
}

/** An empty redactor. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  let ordered: string[] = [];
  return {
    addSecret(value) {
      if (value.length < 4) return;
      for (const form of forms(value)) secrets.add(form);
      // longest first, because a secret may be part of another one
      ordered = [...secrets].sort((a, b) => b.length - a.length);
    },
    redact(text) {
      let out = text;
      for (const secret of ordered) if (out.includes(secret)) out = out.split(secret).join(MARK);
      for (const [pattern, replacement] of PATTERNS) out = out.replace(pattern, replacement);
      return out;
    },
  };
}
