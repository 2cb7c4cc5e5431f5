/** Shapes of the archive's pages and of the answers of its member API. */

/** A row of a search. */
export interface FoundFile {
  /** 32 lower-case hex digits; also the checksum of the file. */
  readonly md5: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly format?: string;
  readonly size?: number;
  readonly languages: readonly string[];
  readonly year?: number;
  readonly kind?: string;
}

/** The content of a slow download's page. */
export type SlowPage =
  { readonly kind: 'ready'; readonly url: string } | { readonly kind: 'wait'; readonly seconds: number } | { readonly kind: 'limit' };

/** A free download. */
export interface SlowServer {
  /** Path on the archive. */
  readonly path: string;
  readonly hasWaitlist: boolean;
}

/** The content of `fast_download.json`. */
export interface MemberAnswer {
  readonly downloadUrl?: string;
  readonly error?: string;
  /** The number before this download. */
  readonly downloadsLeft?: number;
  readonly downloadsPerDay?: number;
}

type Loose = Readonly<Record<string, unknown>>;

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an answer of the member API; `undefined` if it is not one. */
export function readMemberAnswer(text: string): MemberAnswer | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isLoose(body) || !('download_url' in body)) return undefined;
  const info = isLoose(body.account_fast_download_info) ? body.account_fast_download_info : {};
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    downloadUrl: typeof body.download_url === 'string' && body.download_url !== '' ? body.download_url : undefined,
    error: typeof body.error === 'string' ? body.error : undefined,
    downloadsLeft: number(info.downloads_left),
    downloadsPerDay: number(info.downloads_per_day),
  };
}

/** An answer of a challenge solver. */
export interface SolverAnswer {
  readonly ok: boolean;
  readonly message: string;
  readonly solution?: { readonly html: string; readonly cookies: string; readonly userAgent: string };
}

/** Reads a solver's answer; `undefined` if it is not one. */
export function readSolverAnswer(text: string): SolverAnswer | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isLoose(body) || (body.status !== 'ok' && body.status !== 'error')) return undefined;
  const message = typeof body.message === 'string' ? body.message : '';
  if (body.status === 'error' || !isLoose(body.solution)) return { ok: false, message };
  const { response, cookies, userAgent } = body.solution;
  const pairs = (Array.isArray(cookies) ? cookies : [])
    .filter(isLoose)
    .filter((cookie) => typeof cookie.name === 'string' && typeof cookie.value === 'string');
  return {
    ok: true,
    message,
    solution: {
      html: typeof response === 'string' ? response : '',
      cookies: pairs.map((cookie) => `${String(cookie.name)}=${String(cookie.value)}`).join('; '),
      userAgent: typeof userAgent === 'string' ? userAgent : '',
    },
  };
}
