import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { create, extract, Pax } from 'tar';
import { createBackupWorld, remanifest, rewrite, type BackupWorld } from './backup-world.spec.support.js';
import { archiveOf, BLOCK, entriesOf, forged, withUsers, type Entry } from './forged-archive.spec.support.js';
import { verifyBackup } from './index.js';

describe('damaged backups', () => {
  let world: BackupWorld;
  let whole: BackupWorld;
  /** A backup that is as it should be. Whoever damages it damages a copy, as making one takes longer than refusing it. */
  let sound: string;

  before(async () => {
    whole = await createBackupWorld();
    sound = await whole.save(await whole.filled('sqlite'));
  });
  after(() => whole.remove());

  beforeEach(async () => {
    world = await createBackupWorld();
  });
  afterEach(() => world.remove());

  const table = (parts: string, name: string): string => join(parts, 'tables', `${name}.ndjson`);
  const cases: readonly [string, (parts: string) => Promise<unknown>, RegExp][] = [
    [
      'a changed row',
      async (parts) => {
        const text = await readFile(table(parts, 'users'), 'utf8');
        await writeFile(table(parts, 'users'), text.replace('"role":"user"', '"role":"admin"'));
      },
      /part of users is not what the manifest says/,
    ],
    [
      'a row more',
      (parts) => remanifest(parts, (m) => ({ ...m, tables: m.tables.map((t) => ({ ...t, rows: t.rows + 1 })) })),
      /not what the manifest says/,
    ],
    ['a part that is missing', (parts) => rm(table(parts, 'users')), /a part of it is missing/],
    ['a part more', (parts) => writeFile(join(parts, 'more.txt'), 'x'), /does not belong/],
    ['a key file that the manifest does not know', (parts) => writeFile(join(parts, 'keys.json'), '{}'), /does not belong/],
    [
      'a table that is not known',
      async (parts) => {
        await writeFile(table(parts, 'secrets'), '');
        await remanifest(parts, (m) => ({ ...m, tables: [...m.tables, { name: 'secrets', rows: 0, bytes: 0, sha256: '0'.repeat(64) }] }));
      },
      /table that is not known: secrets/,
    ],
    [
      'a table that is the schema’s own',
      (parts) => remanifest(parts, (m) => ({ ...m, tables: [{ ...m.tables[0], name: 'migrations' }] })),
      /not known: migrations/,
    ],
    [
      'a name made for SQL',
      (parts) => remanifest(parts, (m) => ({ ...m, tables: [{ ...m.tables[0], name: 'users; DROP' }] })),
      /manifest of the backup is damaged/,
    ],
    [
      'a column that is not known',
      (parts) => rewrite(parts, 'users', (text) => text.replace('{', '{"id) --":1,')),
      /column that is not known/,
    ],
    [
      'a value of another type',
      (parts) => rewrite(parts, 'users', (text) => text.replace('"auto_approve":true', '"auto_approve":"yes"')),
      /users\.auto_approve of a row is not true or false/,
    ],
    [
      'nothing where something has to be',
      (parts) => rewrite(parts, 'users', (text) => text.replace('"role":"user"', '"role":null')),
      /users\.role of a row is empty/,
    ],
    [
      'a user of a role that is not known',
      (parts) => rewrite(parts, 'users', (text) => text.replace('"role":"user"', '"role":"root"')),
      /users\.role of a row is none of admin, user\./,
    ],
    [
      'a user in a state that is not known',
      (parts) => rewrite(parts, 'users', (text) => text.replace('"state":"active"', '"state":"other"')),
      /users\.state of a row is none of active,/,
    ],
    ['a row that is not JSON', (parts) => rewrite(parts, 'users', () => 'passw0rd\n'), /^A row of users is not JSON\.$/],
    ['a row that is cut off', (parts) => rewrite(parts, 'users', (text) => text.trimEnd()), /cut off/],
    ['a newer format', (parts) => remanifest(parts, (m) => ({ ...m, version: 2 })), /has the format 2; .* Use a newer one/],
    [
      'a newer schema',
      (parts) => remanifest(parts, (m) => ({ ...m, migrations: [...m.migrations, 'Future9999999999999'] })),
      /newer version of Lectern \(it knows Future9999999999999\)/,
    ],
    ['something else', (parts) => writeFile(join(parts, 'manifest.json'), '{"format":"other"}'), /not a backup of Lectern/],
    ['a manifest that is too large', (parts) => writeFile(join(parts, 'manifest.json'), ' '.repeat(1024 * 1024 + 1)), /too large/],
    [
      'a link',
      async (parts) => {
        await rm(table(parts, 'users'));
        await symlink('/etc/passwd', table(parts, 'users'));
      },
      /not a plain file/,
    ],
  ];
  for (const [what, change, message] of cases) {
    it(`are refused for ${what}, before anything is touched`, async () => {
      const file = await world.altered(sound, change);
      const place = await world.emptyPlace('sqlite');

      const result = await world.outcome(world.restore(file, place));

      expect(result).to.match(message);
      expect(await readdir(place.dataDir)).to.deep.equal([]);
    });
  }

  const NOT_OURS = /does not belong into it/;
  const NOT_PLAIN = /not a plain file/;
  const nested = '['.repeat(500_000);
  const forgeries: readonly [string, (manifest: Entry, parts: readonly Entry[]) => readonly Entry[], RegExp][] = [
    ...(['SymbolicLink', 'Link'] as const).flatMap((type) =>
      ['/etc/passwd', '../../keys.json', 'manifest.json'].map((linkpath): (typeof forgeries)[number] => [
        `a ${type} to ${linkpath}`,
        (manifest, parts) => [manifest, forged('tables/users.ndjson', '', { type, linkpath }), ...parts],
        NOT_PLAIN,
      ]),
    ),
    ...(['Directory', 'FIFO', 'CharacterDevice', 'BlockDevice', 'ContiguousFile'] as const).map((type): (typeof forgeries)[number] => [
      `a ${type}`,
      (manifest, parts) => [manifest, forged('tables/users.ndjson', '', { type }), ...parts],
      /not a plain file|not a complete backup/,
    ]),
    ...[
      '../keys.json',
      'tables/../../keys.json',
      '/etc/cron.d/x',
      '//tables/users.ndjson',
      './tables/users.ndjson',
      'tables\\users.ndjson',
    ].map((name): (typeof forgeries)[number] => [
      `the name ${name}`,
      (manifest, parts) => [manifest, ...parts, forged(name, 'x')],
      NOT_OURS,
    ]),
    ['a manifest by another name', (manifest, parts) => [forged('./manifest.json', manifest.body), ...parts], /not a backup of Lectern/],
    [
      'a name that a second header gives',
      (manifest, parts) => {
        const pax = new Pax({ path: '../keys.json' }).encode();
        return [manifest, forged('PaxHeader', pax.subarray(BLOCK), { type: 'ExtendedHeader' }), ...parts];
      },
      NOT_OURS,
    ],
    ['a part that comes twice', (manifest, parts) => [manifest, ...parts, ...parts.slice(0, 1)], NOT_OURS],
    ['a manifest that comes twice', (manifest, parts) => [manifest, manifest, ...parts], NOT_OURS],
    ['a key file that comes unasked', (manifest, parts) => [manifest, forged('keys.json', '{}'), ...parts], NOT_OURS],
    [
      'a table that the manifest names twice',
      ({ body }, parts) => {
        const manifest = JSON.parse(body.toString()) as { tables: object[] };
        return [forged('manifest.json', JSON.stringify({ ...manifest, tables: [...manifest.tables, manifest.tables[0]] })), ...parts];
      },
      /table that is not known/,
    ],
    [
      'a manifest that inflates to 64 MB',
      (_, parts) => [forged('manifest.json', Buffer.alloc(64 * 1024 ** 2, ' ')), ...parts],
      /too large/,
    ],
    ['a manifest of brackets alone', (_, parts) => [forged('manifest.json', nested), ...parts], /not a backup of Lectern/],
    [
      'a manifest of more tables than there can be',
      ({ body }, parts) => {
        const manifest = JSON.parse(body.toString()) as { tables: object[] };
        const tables = Array.from({ length: 5_000 }, () => manifest.tables[0]);
        return [forged('manifest.json', JSON.stringify({ ...manifest, tables })), ...parts];
      },
      /manifest of the backup is damaged/,
    ],
    [
      'a manifest that claims to be longer than the file',
      (manifest) => [{ ...manifest, header: { ...manifest.header, size: 1024 ** 2 } }],
      /not/,
    ],
    ['a row without an end', (manifest, parts) => withUsers(manifest, parts, Buffer.alloc(64 * 1024 ** 2, 'x')), /a row of more than/],
  ];
  for (const [what, change, message] of forgeries) {
    it(`are refused for ${what}, without writing anything`, async () => {
      const [manifest, ...parts] = entriesOf(gunzipSync(await readFile(sound)));
      if (!manifest) throw new Error('an empty archive');
      const file = join(world.dir, 'forged.tar.gz');
      await writeFile(file, archiveOf(change(manifest, parts)));
      const place = await world.emptyPlace('sqlite');
      const before = await readdir(world.dir, { recursive: true });

      const result = await world.outcome(world.restore(file, place));

      expect(result)
        .to.match(message)
        .and.not.match(/^done|^not a BackupError/);
      expect(await readdir(world.dir, { recursive: true })).to.deep.equal(before);
    });
  }

  it('are restored from an archive that was only repacked', async () => {
    const file = join(world.dir, 'forged.tar.gz');
    await writeFile(file, archiveOf(entriesOf(gunzipSync(await readFile(sound)))));

    expect(await world.outcome(world.restore(file, await world.emptyPlace('sqlite')))).to.equal('done');
  });

  it('are refused for names that lead outside', async () => {
    const parts = await mkdtemp(join(world.dir, 'escape-'));
    await extract({ file: sound, cwd: parts });
    await mkdir(join(world.dir, 'outside'));
    await writeFile(join(world.dir, 'outside', 'users.ndjson'), '');
    const file = join(world.dir, 'escape.tar.gz');
    await create({ gzip: true, cwd: parts, file, preservePaths: true }, ['manifest.json', '../outside/users.ndjson']);

    expect(await world.outcome(verifyBackup(file, false))).to.include('does not belong');
  });

  it('are refused when the file continues after its end, without collecting the rest in memory', async () => {
    const archive = gunzipSync(await readFile(sound));
    const padded = join(world.dir, 'padded.tar.gz');
    const longer = join(world.dir, 'longer.tar.gz');
    await writeFile(padded, gzipSync(Buffer.concat([archive, Buffer.alloc(10 * 1024)])));
    await writeFile(longer, gzipSync(Buffer.concat([archive, Buffer.alloc(4 * 1024 ** 2)])));

    await verifyBackup(padded, false);
    const refused = await world.outcome(verifyBackup(longer, false));

    expect(refused).to.include('not a complete backup');
  });

  it('are refused when they are cut off, empty, uncompressed, compressed twice or missing', async () => {
    const archive = await readFile(await world.save(await world.filled('sqlite', 50)));
    const files: Record<string, Buffer> = {
      half: archive.subarray(0, archive.length / 2),
      almost: archive.subarray(0, archive.length - 20),
      empty: Buffer.alloc(0),
      plain: Buffer.from('hello'),
      nothing: gzipSync(Buffer.alloc(0)),
      zeros: gzipSync(Buffer.alloc(10_240)),
      twice: gzipSync(archive),
    };
    const results: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(world.dir, name), content);
      results.push(await world.outcome(verifyBackup(join(world.dir, name), false)));
    }
    results.push(await world.outcome(verifyBackup(join(world.dir, 'absent'), false)));

    for (const result of results) expect(result).to.match(/not a complete backup|not complete|not a backup of Lectern|There is no file/);
  });
});
