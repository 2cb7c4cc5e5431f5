import { readFile, writeFile } from 'node:fs/promises';

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const VERSION = Buffer.alloc(4);
const UTF8 = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);

/** `----:com.apple.iTunes:NAME` */
function freeform(name: string, value: string): Buffer {
  return box(
    '----',
    box('mean', VERSION, Buffer.from('com.apple.iTunes')),
    box('name', VERSION, Buffer.from(name)),
    box('data', UTF8, Buffer.from(value)),
  );
}

/** Where the boxes from the file to its list of tags begin. */
function pathToTags(file: Buffer): number[] {
  const places: number[] = [];
  let [from, to] = [0, file.length];
  for (const type of ['moov', 'udta', 'meta', 'ilst']) {
    while (from < to && file.toString('latin1', from + 4, from + 8) !== type) from += file.readUInt32BE(from);
    if (from >= to) throw new Error(`The file has no ${type}.`);
    places.push(from);
    to = from + file.readUInt32BE(from);
    from += type === 'meta' ? 12 : 8;
  }
  return places;
}

/** Adds freeform tags to an MP4 of ffmpeg, which writes none. Its `moov` is behind the sound, so that no offset changes. */
export async function addFreeformTags(path: string, tags: Readonly<Record<string, string>>): Promise<void> {
  const file = await readFile(path);
  const added = Buffer.concat(Object.entries(tags).map(([name, value]) => freeform(name, value)));
  const places = pathToTags(file);
  const list = places.at(-1) ?? 0;
  const end = list + file.readUInt32BE(list);
  for (const place of places) file.writeUInt32BE(file.readUInt32BE(place) + added.length, place);
  await writeFile(path, Buffer.concat([file.subarray(0, end), added, file.subarray(end)]));
}
