import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { npmPack, packQuickly, rawTarball, type RawEntry } from './__fixtures__/pack-plugin.js';
import { checkPackage } from './check-package.js';
import { InstallError } from './install-error.js';
import { readPackageArchive, type ArchiveLimits } from './package-archive.js';

async function refusal(work: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    expect(error).to.be.instanceOf(InstallError);
    return `${(error as InstallError).code}: ${(error as InstallError).message}`;
  }
  return 'accepted';
}

describe('package archives', () => {
  const limits: ArchiveLimits = { packedBytes: 100_000, unpackedBytes: 200_000, entries: 50 };

  it('are read without unpacking them', async () => {
    const { tarball } = await npmPack({ files: { 'lib/part.js': 'export {};' } });

    const archive = await readPackageArchive(tarball);

    expect(archive.pkg.name).to.equal('lectern-plugin-sample');
    expect(archive.files).to.have.members(['package.json', 'index.js', 'settings.schema.json', 'README.md', 'lib/part.js']);
    expect(checkPackage(archive).lectern.id).to.equal('notify-sample');
  });

  const unsafe: Record<string, RawEntry> = {
    'a path that climbs': { path: 'package/../../evil.js', content: 'x' },
    'an absolute path': { path: '/etc/evil', content: 'x' },
    'a drive': { path: 'C:/evil', content: 'x' },
    'a path with backslashes': { path: 'package\\..\\evil.js', content: 'x' },
    'a symbolic link': { path: 'package/link', type: 'SymbolicLink', linkpath: '/etc/passwd' },
    'a hard link': { path: 'package/link', type: 'Link', linkpath: 'package/index.js' },
    'a device': { path: 'package/device', type: 'CharacterDevice' },
    'a second package.json': { path: 'package/package.json', content: '{}' },
    'a second package.json in another folder': { path: 'other/package.json', content: '{}' },
  };
  for (const [what, entry] of Object.entries(unsafe)) {
    it(`are refused with ${what}`, async () => {
      expect(await refusal(readPackageArchive(packQuickly({}, [entry]).tarball))).to.match(/^INSTALL_ARCHIVE_UNSAFE: The archive holds/);
    });
  }

  it('are refused when they are cut off', async () => {
    const { tarball } = packQuickly();

    for (const length of [0, 10, tarball.length / 2, tarball.length - 4]) {
      expect(await refusal(readPackageArchive(tarball.subarray(0, length))), `${length} bytes`).to.match(
        /^INSTALL_ARCHIVE_INVALID: .*cut off/,
      );
    }
  });

  it('are refused when the archive inside ends halfway', async () => {
    const half = gzipSync(Buffer.concat([Buffer.from('package/index.js'.padEnd(512, '\0'))]));

    expect(await refusal(readPackageArchive(half))).to.match(/^INSTALL_ARCHIVE_INVALID/);
    expect(await refusal(readPackageArchive(gzipSync('hello')))).to.match(/^INSTALL_ARCHIVE_INVALID/);
    expect(await refusal(readPackageArchive(Buffer.from('hello')))).to.match(/^INSTALL_ARCHIVE_INVALID/);
  });

  it('are refused without a package.json, and with an invalid one', async () => {
    expect(await refusal(readPackageArchive(rawTarball([{ path: 'package/index.js', content: 'x' }])))).to.match(
      /ARCHIVE_INVALID: There is no package/,
    );
    expect(await refusal(readPackageArchive(rawTarball([{ path: 'package/package.json', content: '[]' }])))).to.match(/cannot be read/);
  });

  it('are refused when they are huge, packed or unpacked or in number', async () => {
    const zeros = packQuickly({ files: { zeros: '0'.repeat(300_000) } }).tarball;
    const noise = packQuickly({ files: { noise: Array.from({ length: 40_000 }, () => Math.random()).join() } }).tarball;
    const many = packQuickly({ files: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, ''])) }).tarball;

    expect(zeros.length).to.be.lessThan(limits.packedBytes);
    expect(await refusal(readPackageArchive(zeros, limits))).to.match(/^INSTALL_TOO_LARGE: Unpacked/);
    expect(await refusal(readPackageArchive(noise, limits))).to.match(/^INSTALL_TOO_LARGE: The archive is larger/);
    expect(await refusal(readPackageArchive(many, limits))).to.match(/^INSTALL_TOO_LARGE: .*more than 50 files/);
  });

  it('are refused when they have too many folders, or too many headers', async () => {
    const folders = Array.from({ length: 60 }, (_, n): RawEntry => ({ path: `package/d${n}/`, type: 'Directory' }));
    const pax = (bytes: number, type: RawEntry['type'] = 'ExtendedHeader'): RawEntry => ({
      path: 'package/pax',
      type,
      content: `${bytes} comment=${'x'.repeat(bytes - `${bytes} comment=`.length - 1)}\n`,
    });
    const long = Array.from({ length: 60 }, (): RawEntry => ({ path: '././@LongLink', type: 'NextFileHasLongPath', content: 'package/a' }));
    const huge: Readonly<Record<string, readonly RawEntry[]>> = {
      folders,
      'many pax headers': Array(60).fill(pax(20)),
      'many pax headers for all': Array(60).fill(pax(20, 'GlobalExtendedHeader')),
      'long pax headers': Array(4).fill(pax(10_000)),
      'pax headers that are not read': [pax(1_100_000)],
      'many GNU names': long,
    };

    for (const [what, entries] of Object.entries(huge)) {
      const roomy = { ...limits, unpackedBytes: 2_000_000 };
      expect(await refusal(readPackageArchive(packQuickly({}, entries).tarball, roomy)), what).to.match(/^INSTALL_TOO_LARGE: The archive/);
    }
  });

  it('may have as many headers as files', async () => {
    const name = 'x'.repeat(150);
    const named = (n: number): RawEntry[] => [
      {
        path: 'package/pax',
        type: 'ExtendedHeader',
        content: `172 path=package/${name}${String(n).padStart(2, '0')}\n`.replace(/^\d+/, String(`000 path=package/${name}00\n`.length)),
      },
      { path: `package/short${n}`, content: 'x' },
    ];
    const files = Array.from({ length: 40 }, (_, n) => named(n)).flat();

    const archive = await readPackageArchive(packQuickly({}, files).tarball, limits);

    expect(archive.files).to.include(`${name}07`);
  });

  it('do not inflate endlessly', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));

    expect(await refusal(readPackageArchive(bomb, limits))).to.match(/^INSTALL_(TOO_LARGE|ARCHIVE_INVALID)/);
  });
});

describe('package checks', () => {
  const wrong: Record<string, [Parameters<typeof packQuickly>[0], RegExp]> = {
    'a name no plugin has': [{ pkg: { name: 'left-pad' } }, /^INSTALL_NAME_INVALID: The package is called “left-pad”/],
    'no manifest': [{ pkg: { lectern: undefined } }, /^INSTALL_NOT_A_PLUGIN: .* has no “lectern”/],
    'no keyword': [{ pkg: { keywords: ['lectern'] } }, /^INSTALL_NOT_A_PLUGIN: .*keyword lectern-plugin/],
    'a wrong manifest': [
      { lectern: { id: 'Bad Id', provides: ['teapot'] } },
      /^INSTALL_MANIFEST_INVALID: .*lectern\/id.*; lectern\/provides\/0 must be one of/,
    ],
    'no range of the plugin API': [{ lectern: { api: undefined } }, /^INSTALL_MANIFEST_INVALID: .*lectern\/api is required/],
    'a settings schema that is not there': [{ lectern: { settings: './other.json' } }, /^INSTALL_MANIFEST_INVALID: .*no such file/],
    'another range of the plugin API': [
      { lectern: { api: '^99.0.0' } },
      /^INSTALL_INCOMPATIBLE: .*made for plugin API \^99\.0\.0; this Lectern has 1\./,
    ],
    'an install script': [{ pkg: { scripts: { test: 'x', postinstall: 'node evil.js' } } }, /^INSTALL_HAS_SCRIPTS: .*\(postinstall\)/],
    'native sources in any letter case': [{ files: { 'Binding.GYP': '{}' } }, /^INSTALL_HAS_SCRIPTS: .*binding\.gyp/],
    'native sources': [{ files: { 'binding.gyp': '{}' } }, /^INSTALL_HAS_SCRIPTS: .*binding\.gyp/],
  };
  for (const [what, [sample, message]] of Object.entries(wrong)) {
    it(`refuse a package with ${what}`, async () => {
      const archive = await readPackageArchive(packQuickly(sample).tarball);

      expect(await refusal(() => checkPackage(archive))).to.match(message);
    });
  }

  it('accept another plugin API if an admin allows it', async () => {
    const archive = await readPackageArchive(packQuickly({ lectern: { api: '^99.0.0' } }).tarball);

    expect(checkPackage(archive, { allowIncompatible: true }).lectern.api).to.equal('^99.0.0');
  });
});
