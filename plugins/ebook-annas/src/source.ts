import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, EbookCandidate, EbookQuery, EbookSource, HttpFile, PluginLogger } from '@lectern/plugin-api';
import type { ArchiveClient, Query } from './client.js';
import { fault } from './fault.js';
import type { Member } from './member.js';
import type { Mirrors } from './mirrors.js';
import type { FoundFile } from './schema.js';
import { readSearchPage } from './search-page.js';
import type { ArchiveSettings } from './settings.js';
import type { SlowDownloads } from './slow-download.js';

const MD5 = /^[0-9a-f]{32}$/;
/** The archive's kinds of content that are books. */
const CONTENT = ['book_nonfiction', 'book_fiction', 'book_unknown'];
const NOT_A_BOOK = /score|magazine|standards/;

export interface SourceParts {
  readonly client: ArchiveClient;
  readonly mirrors: Mirrors;
  readonly slow: SlowDownloads;
  readonly member: Member | undefined;
  readonly settings: ArchiveSettings;
  readonly log: PluginLogger;
}

/** The title without its subtitle, and the first author: more words find less. */
function searchText({ title, authors }: EbookQuery): string {
  const head = title.split(/[:(]/, 1)[0]?.trim() ?? title;
  return `${head.length >= 3 ? head : title} ${authors[0] ?? ''}`.replace(/\s+/g, ' ').trim();
}

/** Formats that both the request and this archive's settings allow, best first. */
function formatsFor(query: EbookQuery, settings: ArchiveSettings): readonly string[] {
  const both = query.formats.filter((format) => settings.formats.includes(format));
  return both.length > 0 ? both : settings.formats;
}

function toCandidate(file: FoundFile, wanted: readonly string[]): EbookCandidate {
  const { md5, title, authors, format = '', size, year } = file;
  const language = file.languages.find((code) => wanted.includes(code)) ?? file.languages[0];
  return { id: md5, title, authors, format, size, language, year, private: { md5 } };
}

/** Our own name for the file; the server's cannot be trusted. */
function fileName(candidate: EbookCandidate): string {
  return `${candidate.id}.${/^[a-z0-9]{2,5}$/.test(candidate.format) ? candidate.format : 'epub'}`;
}

/** The ebook source. */
export function createSource({ client, mirrors, slow, member, settings, log }: SourceParts): EbookSource {
  async function search(query: EbookQuery, { signal }: Call) {
    const formats = formatsFor(query, settings);
    const languages = settings.languages.length > 0 ? settings.languages : query.language === undefined ? [] : [query.language];
    const parameters: Query = { q: searchText(query), ext: formats, lang: languages, content: CONTENT };
    const { base, value } = await mirrors.first(
      async (address) => readSearchPage(await client.page(address, '/search', parameters, signal), new URL(address).host),
      signal,
    );
    const candidates = value
      .filter((file) => file.format !== undefined && formats.includes(file.format) && !NOT_A_BOOK.test(file.kind ?? ''))
      .slice(0, query.limit)
      .map((file) => toCandidate(file, languages));
    const { host } = new URL(base);
    return { candidates, sources: [{ id: host, name: host, status: candidates.length > 0 ? ('ok' as const) : ('empty' as const) }] };
  }

  function download(candidate: EbookCandidate, base: string, url: string) {
    // cookies and user agent of a passed challenge belong to the archive's own host
    const headers = new URL(url).origin === base ? client.headersFor(base) : undefined;
    const file: HttpFile = { url, name: fileName(candidate), md5: candidate.id, ...(headers ? { headers } : {}) };
    return { kind: 'http' as const, files: [file] };
  }

  /** Fetches through the member API; `undefined` if slow downloads should be tried. */
  async function byMember(candidate: EbookCandidate, signal: AbortSignal) {
    if (!member) return undefined;
    const { base, value } = await mirrors.first((address) => member.fetch(address, candidate.id, signal), signal);
    if (value.kind === 'ready') return download(candidate, base, value.url);
    if (!settings.useSlowDownloads) throw value.error;
    log.info('the member interface has nothing now; taking a slow download', { reason: value.error.message });
    return undefined;
  }

  return {
    search,
    async fetch(candidate, { signal }) {
      if (!MD5.test(candidate.id)) throw fault('INTEGRATION_NOT_FOUND', 'not_a_file_of_the_archive');
      const fast = await byMember(candidate, signal).catch((error: unknown) => {
        const isKeyBad = isIntegrationError(error) && ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_FORBIDDEN'].includes(error.code);
        if (!isKeyBad || error.field !== 'memberKey' || !settings.useSlowDownloads) throw error;
        log.warn('the member key is refused; taking a slow download', { reason: error.message });
        return undefined;
      });
      if (fast) return fast;
      if (!settings.useSlowDownloads) {
        throw fault('INTEGRATION_MISCONFIGURED', 'no_way_to_download', {
          field: 'useSlowDownloads',
        });
      }
      const waiting = await slow.baseOf(candidate.id);
      const { base, value } = waiting
        ? { base: waiting, value: await slow.fetch(waiting, candidate.id, signal) }
        : await mirrors.first((address) => slow.fetch(address, candidate.id, signal), signal);
      return value.kind === 'wait' ? value : download(candidate, base, value.url);
    },
  };
}
