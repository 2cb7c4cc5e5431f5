import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a server that is about to get another version of the web UI. */
export interface UpgradingProxy {
  readonly url: string;
  /** From now on the service worker and the page are those of this version, 16 hex digits. */
  upgrade(version: string): void;
  close(): Promise<void>;
}

const VERSION = /(?<="version":"|name="lectern-version" content=")[0-9a-f]{16}/;
const CHANGED: Readonly<Record<string, string>> = { '/sw.js': 'text/javascript', '/': 'text/html' };

export async function startUpgradingProxy(target: string): Promise<UpgradingProxy> {
  let version: string | undefined;
  const server = createServer((req, res) => {
    const type = CHANGED[req.url ?? ''];
    const headers = type ? { ...req.headers, 'accept-encoding': 'identity', 'if-none-match': '', 'if-modified-since': '' } : req.headers;
    const call = request(new URL(req.url ?? '/', target), { method: req.method ?? 'GET', headers }, (answer) => {
      if (!type) {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
        return;
      }
      let script = '';
      answer.setEncoding('utf8').on('data', (part: string) => (script += part));
      answer.on('end', () => {
        res.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
        res.end(version === undefined ? script : script.replace(VERSION, version));
      });
    });
    call.on('error', () => res.destroy());
    res.on('close', () => call.destroy());
    req.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upgrade: (next) => {
      version = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
