import { torrentInfoHash } from '@lectern/plugin-api';
import { plainLabel } from '../../platform/text/plain-label.js';
import { decodeBencode, type Bencoded } from '../downloads/file-list/decode-bencode.js';
import { MOST_FILES } from '../downloads/file-list/listed-file.js';
import { torrentFiles } from '../downloads/file-list/torrent-files.js';
import { unfit, type OwnRelease } from './own-release.js';
import { allowedTrackers, type TrackerRule } from './trackers.js';
import { sentence } from '../../platform/words/index.js';

/** Addresses that are looked at, however many a file names. */
const MOST_READ = 200;
/** What is taken over from a file; the rest may say what it likes. */
const TAKEN_OVER = ['info', 'announce', 'announce-list', 'piece layers'];

function textOf(value: Bencoded | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8') : '';
}

function listOf(value: Bencoded | undefined): readonly Bencoded[] {
  return Array.isArray(value) ? (value as readonly Bencoded[]) : [];
}

function trackersOf(torrent: ReadonlyMap<string, Bencoded>): readonly string[] {
  const tiers = listOf(torrent.get('announce-list')).slice(0, MOST_READ);
  const listed = tiers.flatMap((tier) => listOf(tier).slice(0, MOST_READ).map(textOf));
  return [textOf(torrent.get('announce')), ...listed].filter((address) => address !== '').slice(0, MOST_READ);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]);
}

/** Writes a torrent of these trackers and the values that its pieces need, byte for byte. */
function writeTorrent(trackers: readonly string[], kept: readonly (readonly [string, Uint8Array])[]): Buffer {
  const [first] = trackers;
  const tiers = trackers.flatMap((address) => [Buffer.from('l'), encodeText(address), Buffer.from('e')]);
  const announce =
    first === undefined
      ? []
      : [encodeText('announce'), encodeText(first), encodeText('announce-list'), Buffer.from('l'), ...tiers, Buffer.from('e')];
  const members = kept.flatMap(([name, bytes]) => [encodeText(name), bytes]);
  return Buffer.concat([Buffer.from('d'), ...announce, ...members, Buffer.from('e')]);
}

/**
 * Reads a .torrent and writes a new one of its files, its pieces and the trackers that may be asked. Web seeds, nodes and whatever else
 * names a machine are left out: a client would call it.
 *
 * @throws ApiError 422 `unfit_release`
 */
export async function readTorrent(bytes: Buffer, rule: TrackerRule): Promise<OwnRelease> {
  const torrent = await decodeBencode(bytes);
  const info = torrent?.value.get('info');
  const infoBytes = torrent?.members.get('info');
  if (!torrent?.isAlone || TAKEN_OVER.some((name) => torrent.ambiguous.has(name)) || !(info instanceof Map) || !infoBytes)
    throw unfit(sentence('problem.no_torrent'));
  const members = info as ReadonlyMap<string, Bencoded>;
  if (!(members.get('pieces') instanceof Uint8Array) && !(members.get('file tree') instanceof Map))
    throw unfit(sentence('problem.torrent_without_pieces'));
  const files = await torrentFiles(bytes);
  if (!files || files.length === 0) throw unfit(sentence('problem.torrent_files', { most: MOST_FILES }));
  const hostile = files.find(({ isHostile }) => isHostile);
  if (hostile) throw unfit(sentence('problem.torrent_hostile', { file: plainLabel(hostile.name) }));
  const layers = torrent.members.get('piece layers');
  const infoHash = torrentInfoHash(bytes);
  if (infoHash === undefined) throw unfit(sentence('problem.no_torrent'));
  const kept = [['info', infoBytes] as const, ...(layers ? [['piece layers', layers] as const] : [])];
  const name = plainLabel(textOf(members.get('name.utf-8') ?? members.get('name')));
  return {
    item: { kind: 'torrent', bytes: writeTorrent(allowedTrackers(trackersOf(torrent.value), rule), kept), infoHash },
    title: name === '' ? `Torrent ${infoHash.slice(0, 12)}` : name,
    size: files.reduce((sum, { size }) => sum + size, 0),
    fileCount: files.length,
  };
}
