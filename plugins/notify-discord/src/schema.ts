/** Shapes of requests to and answers from Discord's webhook API (its developer documentation, "Webhook Resource"). */

export interface Embed {
  title?: string;
  url?: string;
  description?: string;
  /** 0 to 16777215. */
  color?: number;
  /** ISO 8601. */
  timestamp?: string;
  thumbnail?: { url: string };
  fields?: { name: string; value: string; inline: boolean }[];
}

/** The body of "Execute Webhook". */
export interface WebhookBody {
  username?: string;
  avatar_url?: string;
  content?: string;
  embeds?: Embed[];
  allowed_mentions: { parse: [] };
  flags?: number;
  thread_name?: string;
}

/** The parts of an error answer that are read. */
export interface RemoteError {
  /** Discord's own number, 0 if there is none. */
  readonly code: number;
  /** Seconds. */
  readonly retryAfter?: number;
  /** `path: code` of every field with an error. */
  readonly complaints: readonly string[];
}

type Loose = Readonly<Record<string, unknown>>;

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No message is nested deeper than this. */
const DEEPEST = 20;

/** Walks the tree under `errors`: the keys are the path, `_errors` lists what is wrong there. */
function readComplaints(tree: unknown, path: string, depth = 0): string[] {
  if (!isLoose(tree) || depth > DEEPEST) return [];
  return Object.entries(tree).flatMap(([key, value]) => {
    if (key !== '_errors') return readComplaints(value, path === '' ? key : `${path}.${key}`, depth + 1);
    const entries = Array.isArray(value) ? value.filter(isLoose) : [];
    return entries.map((entry) => `${path}: ${typeof entry.code === 'string' ? entry.code : 'unknown'}`);
  });
}

/** Reads an error answer; anything but JSON gives no code. */
export function readError(text: string): RemoteError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { code: 0, complaints: [] };
  }
  if (!isLoose(body)) return { code: 0, complaints: [] };
  return {
    code: typeof body.code === 'number' ? body.code : 0,
    retryAfter: typeof body.retry_after === 'number' ? body.retry_after : undefined,
    complaints: readComplaints(body.errors, ''),
  };
}

/** Whether the body is a JSON object with an id: a message or a webhook. */
export function isIdentified(body: unknown): body is { readonly id: string; readonly name?: unknown; readonly type?: unknown } {
  return isLoose(body) && typeof body.id === 'string';
}
