import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** The metadata that distinguishes recordings. */
export interface SidecarFacts {
  readonly asin?: string;
  readonly narrators: readonly string[];
}

const MOST_BYTES = 1_000_000;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' };

async function readText(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

function factsOfOpf(text: string): SidecarFacts {
  const elements = text.split('<').map((part) => {
    const end = part.indexOf('>');
    const value = part.slice(end + 1).replace(/&(amp|lt|gt|quot|#13);/g, (_, name: string) => ENTITIES[name] ?? '');
    return { tag: part.slice(0, end), value: value.trim() };
  });
  const valuesOf = (name: string, attribute: string): string[] =>
    elements.filter(({ tag, value }) => tag.startsWith(`${name} `) && tag.includes(attribute) && value !== '').map(({ value }) => value);
  const [asin] = valuesOf('dc:identifier', 'opf:scheme="ASIN"');
  return { ...(asin === undefined ? {} : { asin }), narrators: valuesOf('dc:creator', 'opf:role="nrt"') };
}

function factsOfJson(text: string): SidecarFacts {
  try {
    const facts = JSON.parse(text) as { asin?: unknown; narrators?: unknown };
    const narrators = Array.isArray(facts.narrators) ? facts.narrators.filter((name) => typeof name === 'string') : [];
    return { ...(typeof facts.asin === 'string' && facts.asin !== '' ? { asin: facts.asin } : {}), narrators };
  } catch {
    return { narrators: [] };
  }
}

/** Reads a folder's `metadata.opf`, or else its `metadata.json`, which earlier versions wrote and Audiobookshelf can write. */
export async function readSidecar(directory: string): Promise<SidecarFacts> {
  const opf = await readText(join(directory, 'metadata.opf'));
  const facts = opf === undefined ? undefined : factsOfOpf(opf);
  if (facts && (facts.asin !== undefined || facts.narrators.length > 0)) return facts;
  return factsOfJson((await readText(join(directory, 'metadata.json'))) ?? '');
}
