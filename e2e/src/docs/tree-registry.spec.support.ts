import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { create } from 'tar';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Release {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: () => Promise<Buffer>;
}

/** An npm registry on loopback that has the packages installed in this tree, so that nobody needs the internet for them. */
export interface TreeRegistry {
  readonly url: string;
  /** Names and versions of packages that were published. */
  readonly published: string[];
  /** Adds a package that `npm pack` made. */
  add(manifest: Release['manifest'], tarball: Buffer): void;
  close(): Promise<void>;
}

/** Folders of installed packages by name: a tree may have several versions of one. */
function installed(): Map<string, string[]> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { link?: boolean }> };
  const found = new Map<string, string[]>();
  for (const [path, { link }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || link || !existsSync(join(ROOT, path, 'package.json'))) continue;
    found.set(name, [...(found.get(name) ?? []), join(ROOT, path)]);
  }
  return found;
}

function releaseOf(dir: string): Release {
  return {
    manifest: JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Release['manifest'],
    // quickly rather than small
    tarball: () =>
      buffer(create({ gzip: { level: 1 }, cwd: dir, prefix: 'package', filter: (path) => !path.startsWith('./node_modules') }, ['.'])),
  };
}

export async function startTreeRegistry(): Promise<TreeRegistry> {
  const folders = installed();
  const added = new Map<string, Release>();
  const tarballs = new Map<string, Buffer>();
  const published: string[] = [];
  let url = '';

  /** Makes each tarball once, so that it stays the same: npm checks it before keeping it. */
  async function tarballOf({ manifest, tarball }: Release): Promise<Buffer> {
    const key = `${manifest.name}-${manifest.version}`;
    const made = tarballs.get(key) ?? (await tarball());
    tarballs.set(key, made);
    return made;
  }

  function releases(name: string): Release[] {
    const own = added.get(name);
    return own ? [own] : (folders.get(name) ?? []).map(releaseOf);
  }

  function packument(name: string): object | undefined {
    const known = releases(name);
    const versions = known.map(({ manifest }) => {
      const { version } = manifest;
      return [version, { ...manifest, dist: { tarball: `${url}${name}/-/${version}.tgz` } }] as const;
    });
    return known.length > 0 ? { name, 'dist-tags': { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) } : undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://tree').pathname.slice(1));
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'PUT') {
      const { name, versions } = JSON.parse((await buffer(request)).toString()) as { name: string; versions: object };
      published.push(`${name}@${Object.keys(versions).join()}`);
      return void json(201, {});
    }
    const [name = '', file] = path.split('/-/');
    const release = file && releases(name).find(({ manifest }) => `${manifest.version}.tgz` === file);
    if (release) return void response.writeHead(200).end(await tarballOf(release));
    const found = packument(path);
    json(found ? 200 : 404, found ?? { error: 'not found' });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    published,
    add: (manifest, tarball) => void added.set(manifest.name, { manifest, tarball: () => Promise.resolve(tarball) }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
