import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A version in a stub registry. */
export interface StubVersion {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };
  readonly tarball: Uint8Array;
  /** A false checksum for the tarball. */
  readonly integrity?: string;
}

/** Faults that a stub registry can have. */
export interface StubFaults {
  /** Status of every answer. */
  status?: number;
  /** Has no search, like some registries. */
  noSearch?: boolean;
  /** Answers with HTML. */
  html?: boolean;
  /** Cuts tarballs off halfway. */
  truncated?: boolean;
  /** Does not know `keywords:` and searches for it literally, like some registries. */
  plainSearch?: boolean;
  /** Never answers. */
  silent?: boolean;
}

/** An npm registry on loopback: packages, tarballs, search. */
export interface StubRegistry {
  readonly url: string;
  readonly faults: StubFaults;
  /** Requested paths, with the credentials sent along. */
  readonly asked: { readonly path: string; readonly authorization?: string }[];
  publish(version: StubVersion): void;
  unpublish(name: string): void;
  close(): Promise<void>;
}

function send(res: ServerResponse, status: number, body: object | Uint8Array | string): void {
  if (typeof body === 'string') res.writeHead(status, { 'content-type': 'text/html' }).end(body);
  else if (body instanceof Uint8Array) res.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
  else res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a stub registry on a free port. */
export async function startStubRegistry(): Promise<StubRegistry> {
  const packages = new Map<string, StubVersion[]>();
  const faults: StubFaults = {};
  const asked: { path: string; authorization?: string }[] = [];
  let url = '';

  const fileOf = ({ manifest }: StubVersion): string => `${manifest.name}/-/${manifest.name.replace(/^@.*\//, '')}-${manifest.version}.tgz`;

  function packument(name: string, versions: readonly StubVersion[]): object {
    const described = versions.map((version) => {
      const integrity = version.integrity ?? `sha512-${createHash('sha512').update(version.tarball).digest('base64')}`;
      const shasum = createHash('sha1').update(version.tarball).digest('hex');
      const dist = { tarball: `${url}${fileOf(version)}`, integrity, shasum };
      return [version.manifest.version, { ...version.manifest, dist }] as const;
    });
    return { name, 'dist-tags': { latest: described.at(-1)?.[0] }, versions: Object.fromEntries(described) };
  }

  function search(text: string): object {
    const knowsKeywords = !faults.plainSearch;
    const words = text.split(' ').filter((word) => word !== '' && !(knowsKeywords && word.startsWith('keywords:')));
    const keyword = knowsKeywords ? /keywords:(\S+)/.exec(text)?.[1] : undefined;
    const objects = [...packages.values()].flatMap((versions) => {
      const manifest = versions.at(-1)?.manifest;
      if (!manifest || (keyword !== undefined && !(manifest.keywords as string[] | undefined)?.includes(keyword))) return [];
      if (!words.every((word) => JSON.stringify(manifest).includes(word))) return [];
      const { name, version, description, keywords } = manifest;
      const links = { homepage: 'https://example.org/plugin', npm: `${url}${name}` };
      return [{ package: { name, version, description, keywords, links, publisher: { username: 'somebody' }, date: '2026-01-02T03:04:05.000Z' } }];
    });
    return { objects, total: objects.length };
  }

  function handle(req: IncomingMessage, res: ServerResponse): void {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://stub');
    const path = decodeURIComponent(pathname.slice(1));
    asked.push({ path, ...(req.headers.authorization === undefined ? {} : { authorization: req.headers.authorization }) });
    if (faults.silent) return;
    if (faults.status !== undefined) return send(res, faults.status, { error: 'stubbed' });
    if (faults.html) return send(res, 200, '<html>A portal</html>');
    if (path === '-/v1/search') return faults.noSearch ? send(res, 404, {}) : send(res, 200, search(searchParams.get('text') ?? ''));
    const file = [...packages.values()].flat().find((version) => fileOf(version) === path);
    if (file) return send(res, 200, faults.truncated ? file.tarball.slice(0, file.tarball.length / 2) : file.tarball);
    const versions = packages.get(path);
    return versions ? send(res, 200, packument(path, versions)) : send(res, 404, { error: 'not found' });
  }

  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    faults,
    asked,
    publish(version) {
      packages.set(version.manifest.name, [...(packages.get(version.manifest.name) ?? []), version]);
    },
    unpublish: (name) => void packages.delete(name),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
