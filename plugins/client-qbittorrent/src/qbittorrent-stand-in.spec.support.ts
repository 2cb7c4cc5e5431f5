import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '@lectern/simulators';

interface StoredTorrent {
  readonly hash: string;
  category: string;
  tags: string[];
  state: string;
}

/** A Web API of 4.5 with a memory, for the contract suite; answers of real ones are in `__fixtures__`. */
export interface QbittorrentStandIn extends Simulator {
  readonly torrents: ReadonlyMap<string, StoredTorrent>;
  /** Torrents whose files are still there. */
  readonly data: ReadonlySet<string>;
}

const SIZE = 3000;
const DONE = new Set(['uploading', 'stalledUP', 'pausedUP']);

function infoOf({ hash, state, category, tags }: StoredTorrent): object {
  const isDone = DONE.has(state);
  return {
    hash,
    infohash_v1: hash,
    infohash_v2: '',
    name: `Book ${hash.slice(0, 4)}`,
    state,
    category,
    tags: tags.join(', '),
    progress: isDone ? 1 : 0,
    size: SIZE,
    amount_left: isDone ? 0 : SIZE,
    dlspeed: 0,
    upspeed: 0,
    eta: 8_640_000,
    ratio: 0,
    seeding_time: 0,
    save_path: '/downloads',
    content_path: `/downloads/Book ${hash.slice(0, 4)}`,
  };
}

/** A text field of a multipart body. */
function field(body: string, name: string): string {
  return new RegExp(`name="${name}"[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(body)?.[1] ?? '';
}

export async function startQbittorrentStandIn(username: string, password: string): Promise<QbittorrentStandIn> {
  const torrents = new Map<string, StoredTorrent>();
  const data = new Set<string>();

  function list(query: URLSearchParams): SimulatorResponse {
    const hashes = query.get('hashes')?.split('|');
    const wanted = [...torrents.values()].filter(
      ({ hash, category, tags }) =>
        (hashes?.includes(hash) ?? true) &&
        [null, category].includes(query.get('category')) &&
        (query.get('tag') === null || tags.includes(query.get('tag') ?? '')),
    );
    return { body: wanted.map(infoOf) };
  }

  function add(body: string): SimulatorResponse {
    const hash = /btih:([0-9a-f]{40})/.exec(field(body, 'urls'))?.[1];
    if (hash === undefined || torrents.has(hash)) return { body: 'Fails.' };
    torrents.set(hash, { hash, category: field(body, 'category'), tags: field(body, 'tags').split(','), state: 'stalledDL' });
    data.add(hash);
    return { body: 'Ok.' };
  }

  function change(request: SimulatorRequest, apply: (torrent: StoredTorrent, form: URLSearchParams) => void): SimulatorResponse {
    const form = new URLSearchParams(request.body.toString());
    const torrent = torrents.get(form.get('hashes') ?? '');
    if (torrent) apply(torrent, form);
    return { body: '' };
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    const path = request.path.replace('/api/v2/', '');
    if (path === 'auth/login') {
      const form = new URLSearchParams(request.body.toString());
      const isRight = form.get('username') === username && form.get('password') === password;
      return isRight ? { headers: { 'set-cookie': 'SID=one; path=/' }, body: 'Ok.' } : { body: 'Fails.' };
    }
    if (!request.headers.cookie?.includes('SID=one')) return { status: 403, body: 'Forbidden' };
    switch (path) {
      case 'app/webapiVersion':
        return { body: '2.8.19' };
      case 'app/version':
        return { body: 'v4.5.2' };
      case 'app/preferences':
        return { body: { save_path: '/downloads', max_ratio_act: 0 } };
      case 'sync/maindata':
        return { body: { server_state: { free_space_on_disk: 1e10 } } };
      case 'torrents/info':
        return list(request.query);
      case 'torrents/files':
        return { body: [{ name: 'Book/01.mp3', size: SIZE, priority: 1 }] };
      case 'torrents/createCategory':
      case 'torrents/deleteTags':
        return { body: '' };
      case 'torrents/setCategory':
        return change(request, (torrent, form) => (torrent.category = form.get('category') ?? ''));
      case 'torrents/add':
        return add(request.body.toString('latin1'));
      case 'torrents/pause':
        return change(request, (torrent) => (torrent.state = 'pausedDL'));
      case 'torrents/resume':
        return change(request, (torrent) => (torrent.state = 'stalledDL'));
      case 'torrents/delete':
        return change(request, ({ hash }, form) => {
          torrents.delete(hash);
          if (form.get('deleteFiles') === 'true') data.delete(hash);
        });
      default:
        return undefined;
    }
  }

  return { ...(await startSimulator(answer)), torrents, data };
}
