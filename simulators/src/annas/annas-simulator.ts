import { createHash } from 'node:crypto';
import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import {
  challengePage,
  countdownPage,
  driftedPage,
  filePage,
  limitPage,
  notFoundPage,
  parkedPage,
  readyPage,
  searchPage,
} from './pages.js';
import type { ArchiveFile, ArchiveTrouble, StoredFile } from './types.js';

/** Options of a simulated archive. */
export interface AnnasSimulatorOptions {
  readonly files: readonly ArchiveFile[];
  readonly layout?: 'list' | 'table';
  /** A key the member interface takes. */
  readonly memberKey?: string;
  /** Downloads the key has left. Default 25. */
  readonly downloadsLeft?: number;
  /** Seconds of waiting before a slow download; default 0, no wait. */
  readonly countdownSeconds?: number;
  readonly port?: number;
}

/** A running simulated archive. */
export interface AnnasSimulator extends Simulator {
  readonly files: readonly StoredFile[];
  /** Switches a trouble on until `heal`. */
  trouble(trouble: ArchiveTrouble): void;
  /** Changes how long slow downloads make one wait. */
  setCountdown(seconds: number): void;
  /** Changes how many downloads the member key has left. */
  setDownloadsLeft(count: number): void;
}

/** The cookie of a browser that passed the challenge. */
export const CLEARANCE = 'cf_clearance=demo-clearance';
/** The only user agent that clearance counts for. */
export const CLEARED_AGENT = 'Mozilla/5.0 (demo solver)';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function html(body: string, status = 200): SimulatorResponse {
  return { status, headers: HTML, body };
}

/** A file, or the rest of it when a range is asked for and the file is still the same. */
function download(file: StoredFile, { headers }: SimulatorRequest): SimulatorResponse {
  const bytes = file.servedBytes ?? file.bytes;
  const type = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes', etag: `"${file.md5}"` };
  const range = /^bytes=(\d+)-$/.exec(headers.range ?? '');
  const isSame = headers['if-range'] === undefined || headers['if-range'] === type.etag;
  if (!range || !isSame) return { headers: type, body: bytes };
  const from = Number(range[1]);
  if (from >= bytes.length) return { status: 416, headers: { ...type, 'content-range': `bytes */${bytes.length}` } };
  return {
    status: 206,
    headers: { ...type, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` },
    body: bytes.subarray(from),
  };
}

/** Answers as the archive does: search in both layouts, files, countdowns, the member interface, resumable downloads. */
export async function startAnnasSimulator(options: AnnasSimulatorOptions): Promise<AnnasSimulator> {
  const files: StoredFile[] = options.files.map((file) => ({ ...file, md5: createHash('md5').update(file.bytes).digest('hex') }));
  const troubles = new Set<ArchiveTrouble>();
  const readyAt = new Map<string, number>();
  const fetched = new Set<string>();
  let countdown = options.countdownSeconds ?? 0;
  let left = options.downloadsLeft ?? 25;
  let origin = '';

  function search({ query }: SimulatorRequest): SimulatorResponse {
    if (troubles.has('layout-drift')) return html(driftedPage());
    const wanted = words(query.get('q') ?? '');
    const formats = query.getAll('ext');
    const languages = query.getAll('lang');
    const found = files.filter((file) => {
      const has = words(`${file.title} ${file.author}`);
      const fits = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
      return wanted.every((word) => has.includes(word)) && fits(formats, file.format) && fits(languages, file.language ?? 'en');
    });
    return html(searchPage(query.get('q') ?? '', found, options.layout ?? 'list'));
  }

  function slowDownload(file: StoredFile, path: string): SimulatorResponse {
    if (troubles.has('download-limit')) return html(limitPage());
    const ready = readyAt.get(path) ?? Date.now() + countdown * 1000;
    readyAt.set(path, ready);
    const waiting = Math.ceil((ready - Date.now()) / 1000);
    return html(waiting > 0 ? countdownPage(waiting) : readyPage(`${origin}/files/${file.md5}.${file.format}`));
  }

  function fastDownload({ query }: SimulatorRequest): SimulatorResponse {
    const md5 = query.get('md5') ?? '';
    const answer = (status: number, body: object): SimulatorResponse => ({
      status,
      headers: { 'content-type': 'text/json; charset=utf-8' },
      body: JSON.stringify(body),
    });
    const refuse = (status: number, error: string) => answer(status, { download_url: null, error });
    if (!/^[0-9a-f]{32}$/.test(md5)) return refuse(400, 'Invalid md5');
    if (options.memberKey === undefined || query.get('key') !== options.memberKey) return refuse(401, 'Invalid secret key');
    const file = files.find((one) => one.md5 === md5);
    if (!file) return refuse(404, 'Record not found');
    if (left <= 0 && !fetched.has(md5)) return refuse(429, 'No downloads left');
    const before = left;
    if (!fetched.has(md5)) left -= 1;
    fetched.add(md5);
    return answer(200, {
      download_url: `${origin}/files/${md5}.${file.format}`,
      account_fast_download_info: { downloads_left: before, downloads_per_day: 25, recently_downloaded_md5s: [...fetched] },
    });
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    const { path, headers } = request;
    const md5 = /\/([0-9a-f]{32})(?:[./]|$)/.exec(path)?.[1];
    const file = files.find((one) => one.md5 === md5);
    if (path.startsWith('/files/')) return file && download(file, request);
    if (troubles.has('parked')) return html(parkedPage('archive.example'));
    const isCleared = headers.cookie?.includes(CLEARANCE) === true && headers['user-agent'] === CLEARED_AGENT;
    if (troubles.has('challenge') && !isCleared) return html(challengePage(), 403);
    if (path === '/') return html(searchPage('', [], 'list'));
    if (path === '/search') return search(request);
    if (path === '/dyn/api/fast_download.json') return fastDownload(request);
    if (path.startsWith('/md5/')) return file ? html(filePage(file, !troubles.has('members-only'))) : html(notFoundPage(), 404);
    if (path.startsWith('/slow_download/') && file && !troubles.has('members-only')) return slowDownload(file, path);
    return undefined;
  }

  const simulator = await startSimulator(answer, options.port === undefined ? {} : { port: options.port });
  origin = simulator.url;
  return {
    ...simulator,
    files,
    trouble: (trouble) => void troubles.add(trouble),
    setCountdown: (seconds) => {
      countdown = seconds;
      readyAt.clear();
    },
    setDownloadsLeft: (count) => {
      left = count;
      fetched.clear();
    },
    heal: () => {
      simulator.heal();
      troubles.clear();
    },
  };
}
