import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { BareServer, OpenSession } from '../../bare-server.spec.support.js';
import { json, send, type WalkAnswer } from '../route-walk.spec.support.js';

/** Calls a server with a bearer, a JSON body or neither. */
export function call(
  server: BareServer,
  session: OpenSession | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<WalkAnswer> {
  const headers: Record<string, string> = session ? { authorization: `Bearer ${session.accessToken}` } : {};
  return send(`${server.url}${path}`, body === undefined ? { method, headers } : json(method, body, headers));
}

/** The JSON of an answer. */
export function read<T>({ text }: WalkAnswer): T {
  return JSON.parse(text) as T;
}

/** Cookies an answer sets, by name. */
export function cookiesOf({ headers }: WalkAnswer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

/** Sends with headers that fetch would set itself, such as Host. */
export async function sendAs(
  server: BareServer,
  path: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${server.url}${path}`, { method: init.method, headers: init.headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(init.body);
  });
}

/** Writes bytes on a socket as they are. @returns all that came back until the server or the time ended it */
export async function sendRaw(server: BareServer, text: string, ms = 2_000): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString());
    };
    const timer = setTimeout(end, ms);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', end);
    socket.on('error', end);
    socket.write(text);
  });
}
