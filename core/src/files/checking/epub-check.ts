import { fromFd, type Entry, type ZipFile } from 'yauzl';

/** More entries than any book has. */
const MOST_ENTRIES = 50_000;
/** Bytes: more than lists of the parts of a book need. */
const MOST_LIST = 1024 * 1024;
const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
/** What some shops put beside the list, by which their protection is named. */
const SHOPS: Readonly<Record<string, string>> = {
  'META-INF/rights.xml': 'Adobe DRM',
  'META-INF/license.lcpl': 'Readium LCP',
  'META-INF/sinf.xml': 'Apple FairPlay',
};
/** Fonts are made unfit for other documents, and any reader undoes it: https://www.w3.org/TR/epub-33/#sec-font-obfuscation */
const OBFUSCATION = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];
const METHOD = /EncryptionMethod([^>]*)/g;
const ALGORITHM = /Algorithm\s?=\s?["']([^"']*)["']/;

/** What an EPUB is, as far as the directory of its zip tells. */
export type EpubFinding =
  | { readonly is: 'whole' }
  /** The zip has no directory, which stands at its end. */
  | { readonly is: 'cut_off' }
  /** A zip that is no EPUB. */
  | { readonly is: 'other' }
  /** A zip around one EPUB. */
  | { readonly is: 'zipped'; readonly file: string }
  /** @see protection the name of what protects its content */
  | { readonly is: 'protected'; readonly protection: string };

/** Whether the system did not give the file; what is wrong in a file is told by an error without a call of the system. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function open(fd: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromFd(fd, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

/** What of the directory of a zip is of interest. */
interface Directory {
  readonly hasContainer: boolean;
  readonly encryption: Entry | undefined;
  readonly shop: string | undefined;
  /** Names of EPUBs in it. */
  readonly epubs: readonly string[];
}

async function readDirectory(zip: ZipFile): Promise<Directory> {
  return new Promise((resolve, reject) => {
    const epubs: string[] = [];
    let hasContainer = false;
    let encryption: Entry | undefined;
    let shop: string | undefined;
    zip.on('error', reject);
    zip.on('end', () => resolve({ hasContainer, encryption, shop, epubs }));
    zip.on('entry', (entry: Entry) => {
      const name = entry.fileName;
      if (name === CONTAINER) hasContainer = true;
      else if (name === ENCRYPTION) encryption = entry;
      else if (name.toLowerCase().endsWith('.epub') && epubs.length < 2) epubs.push(name);
      shop ??= SHOPS[name];
      zip.readEntry();
    });
    zip.readEntry();
  });
}

async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > MOST_LIST) throw new Error('its list of encrypted parts is too long');
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    });
  });
}

/** The name of what protects the content; nothing where only fonts are obfuscated. */
async function protectionOf(zip: ZipFile, { encryption, shop }: Directory): Promise<string | undefined> {
  if (!encryption) return undefined;
  const text = await readText(zip, encryption);
  const algorithms = [...text.matchAll(METHOD)].flatMap(([, attributes = '']) => ALGORITHM.exec(attributes)?.[1] ?? []);
  const isProtected = algorithms.some((algorithm) => !OBFUSCATION.includes(algorithm));
  if (!isProtected) return undefined;
  return shop ?? (text.includes('http://ns.adobe.com/adept') ? 'Adobe DRM' : 'DRM');
}

/**
 * Looks at an open file that claims to be an EPUB: a zip whose directory, at its end, can be read and names the container document.
 *
 * @throws the fault of the system when it cannot be read
 */
export async function examineEpub(fd: number): Promise<EpubFinding> {
  try {
    const zip = await open(fd);
    if (zip.entryCount > MOST_ENTRIES) return { is: 'other' };
    const directory = await readDirectory(zip);
    const [epub, ...more] = directory.epubs;
    if (!directory.hasContainer) return epub !== undefined && more.length === 0 ? { is: 'zipped', file: epub } : { is: 'other' };
    const protection = await protectionOf(zip, directory);
    return protection === undefined ? { is: 'whole' } : { is: 'protected', protection };
  } catch (error) {
    if (isOfSystem(error)) throw error;
    return { is: 'cut_off' };
  }
}
