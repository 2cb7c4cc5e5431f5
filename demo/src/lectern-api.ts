/** An answer of Lectern other than 2xx. */
export class LecternApiError extends Error {
  override readonly name = 'LecternApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(`${status} ${code}: ${detail}`);
  }
}

/** Lectern's public HTTP API, as one account. */
export interface LecternApi {
  /** @param body a file is sent as it is, anything else as JSON */
  call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>;
}

/** Calls a Lectern server. @param token an access token; absent for public routes */
export function createLecternApi(url: string, token?: string): LecternApi {
  return {
    async call<T>(method: string, path: string, body?: object): Promise<T> {
      const type = body instanceof Blob ? body.type : 'application/json';
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      const answer = (text === '' ? {} : JSON.parse(text)) as T & { code?: string; detail?: string };
      if (!response.ok) throw new LecternApiError(response.status, answer.code ?? 'unknown', answer.detail ?? text.slice(0, 200));
      return answer;
    },
  };
}
