import { readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternApiError } from '@lectern/demo';
import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

interface Status {
  readonly allowed: boolean;
  readonly reason: { readonly code: string } | null;
  readonly downloads: readonly {
    readonly requestId: string;
    readonly type: string;
    readonly files: readonly { readonly name: string; readonly size: number }[];
  }[];
}

interface Link {
  readonly token: string;
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof LecternApiError ? `${error.status} ${error.code}` : String(error);
}

describe('downloading a book', () => {
  let world: World;
  let id: string;
  let asin: string;
  let directory: string;

  before(async () => {
    world = await startWorld();
    asin = world.sims.playable[0]?.asin ?? '';
    id = await world.request(asin);
    directory = (await world.until(id, 'available')).files?.directory ?? '';
  });
  after(() => world?.stop());

  const allow = (enabled: boolean) => world.api.admin.call('PUT', '/api/admin/settings/download-access', { enabled });
  const status = () => world.api.user.call<Status>('GET', `/api/audiobooks/${asin}/download-status`);
  const link = (file?: string) =>
    world.api.user.call<Link>('POST', `/api/requests/${id}/download-token`, file === undefined ? {} : { file });
  /** Requests a path as `curl` would: no session, no cookie. */
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${world.app.url}${path}`, { headers });

  it('is closed until an admin opens it', async () => {
    expect((await status()).reason?.code).to.equal('permission_required');
    expect(await refusal(link())).to.equal('403 permission_required');
  });

  it('returns the placed files, byte for byte, whole and in parts', async () => {
    await allow(true);
    const [download] = (await status()).downloads;
    const audio = download?.files.find(({ name }) => /\.(?:m4b|mp3|m4a)$/.test(name));
    expect(download?.requestId).to.equal(id);
    const placed = await readFile(join(directory, audio?.name ?? ''));
    expect(audio?.size).to.equal(placed.length);

    const { path } = await link(audio?.name);
    const whole = await get(path);
    expect(Buffer.from(await whole.arrayBuffer()).equals(placed)).to.equal(true);

    const half = Math.floor(placed.length / 2);
    const first = await get(path, { range: `bytes=0-${half - 1}` });
    const second = await get(path, { range: `bytes=${half}-`, 'if-range': first.headers.get('etag') ?? '' });
    expect([first.status, second.status]).to.deep.equal([206, 206]);
    const parts = [await first.arrayBuffer(), await second.arrayBuffer()].map((part) => Buffer.from(part));
    expect(Buffer.concat(parts).equals(placed)).to.equal(true);
  });

  it('continues after a restart of the server, and stops if it is no longer allowed', async () => {
    const file = (await status()).downloads[0]?.files[0]?.name;
    const { path } = await link(file);
    expect((await get(path, { range: 'bytes=0-3' })).status).to.equal(206);
    await world.restart();
    expect((await get(path, { range: 'bytes=4-7' })).status).to.equal(206);

    await allow(false);
    const refused = await get(path, { range: 'bytes=8-11' });
    expect(refused.status).to.equal(403);
    expect(((await refused.json()) as { code: string }).code).to.equal('download_link_invalid');
    await allow(true);
  });

  it('never follows a link that replaced the folder', async () => {
    const { path } = await link();
    const moved = join(world.dirs.root, 'moved');
    await rename(directory, moved);
    await symlink(moved, directory);
    try {
      expect((await get(path)).status).to.equal(410);
      expect((await status()).reason?.code).to.equal('files_gone');
    } finally {
      await rename(directory, `${directory}.link`);
      await rename(moved, directory);
    }
  });

  it('is recorded for admins, without secrets in the record or in the log', async () => {
    const made = await link();
    await (await get(made.path)).arrayBuffer();
    const { items } = await world.api.admin.call<{ items: { action: string; targetId: string }[] }>('GET', '/api/admin/audit?limit=50');
    const mine = items.filter(({ action, targetId }) => action.startsWith('download.') && targetId === id).map(({ action }) => action);
    expect(mine).to.include.members(['download.link_made', 'download.started']);
    expect(JSON.stringify(items)).to.not.contain(made.token);
    expect(world.log()).to.contain('/api/downloads');
    expect(world.log()).to.not.contain(made.token);
  });
});
