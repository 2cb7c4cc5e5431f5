import fs from 'node:fs';
import {
  ByteVector,
  File,
  FileAccessMode,
  Id3v2UserTextInformationFrame,
  Picture,
  PictureType,
  ReadStyle,
  StringType,
  TagTypes,
  XiphComment,
} from 'node-taglib-sharp';

// Runs in a process of its own (write-tags.ts in core/src), because the library is synchronous and a file cannot be trusted to be what it
// seems. It is plain JavaScript here, so that the same file runs whether the server runs from its sources, compiled, or bundled.

const ITUNES = 'com.apple.iTunes';
const CHAPTERS = ['CHAP', 'CTOC'];
/** More than any tag with a cover needs. */
const MOST_MEGABYTES = 32;

const { writeSync } = fs;

/**
 * The library does not ask how much was written. Of a block that does not fit onto the disk, the system takes as much as fits, and says what is
 * wrong only to whoever goes on: the sound behind the tags would be overwritten in part, and the end would be missing.
 *
 * @param {number} file @param {Uint8Array} bytes @param {number} from @param {number} length @param {number} position
 */
fs.writeSync = function writeWhole(file, bytes, from, length, position) {
  let written = 0;
  while (written < length) written += writeSync(file, bytes, from + written, length - written, position + written);
  return written;
};

const { readBlock } = File.prototype;

/** The library takes whatever length a header claims, and keeps several copies of it outside of the heap that is bounded. @param {number} length */
File.prototype.readBlock = function readBounded(length) {
  // whose length and position are 0 otherwise
  this.mode = FileAccessMode.Read;
  const there = Math.min(length, Math.max(0, this.length - this.position));
  if (there > MOST_MEGABYTES * 1024 * 1024) throw new Error(`one of its tags fills more than ${MOST_MEGABYTES} MB`);
  return readBlock.call(this, there);
};

const { fromData } = XiphComment;

/** The library reads as many comments as a file claims to have, four billion of them where it is damaged. @param {ByteVector} data */
XiphComment.fromData = function countedFromData(data, ...rest) {
  const vendorBytes = data.subarray(0, 4).toUint(false);
  const comments = data.subarray(4 + vendorBytes, 4).toUint(false);
  // each begins with its length, in four bytes
  if (comments * 4 > data.length) throw new Error('it claims to have more comments than fit into it');
  return fromData.call(XiphComment, data, ...rest);
};

/**
 * @typedef {object} Order
 * @property {string} path
 * @property {Record<string, string>} common members of the library's tag
 * @property {Record<string, string>} named fields that have only a name
 * @property {number | undefined} year
 * @property {string | undefined} cover path of a picture
 */

/** @param {import('node-taglib-sharp').Id3v2Tag} tag @param {Record<string, string>} named */
function nameFrames(tag, named) {
  const wanted = new Set(Object.keys(named).map((name) => name.toLowerCase()));
  // ffmpeg writes a comment in here, which players would show beside the real one
  wanted.add('comment');
  for (const frame of [...tag.frames]) {
    if (frame instanceof Id3v2UserTextInformationFrame && wanted.has(frame.description.toLowerCase())) tag.removeFrame(frame);
  }
  for (const [name, value] of Object.entries(named)) {
    const frame = Id3v2UserTextInformationFrame.fromDescription(name, StringType.UTF16);
    frame.text = [value];
    tag.addFrame(frame);
  }
}

/** @param {Order} order */
function write({ path, common, named, year, cover }) {
  const file = File.createFromPath(path, undefined, ReadStyle.PictureLazy);
  try {
    const { tag } = file;
    for (const [name, value] of Object.entries(common)) {
      tag[name] = ['performers', 'albumArtists', 'composers', 'genres'].includes(name) ? [value] : value;
    }
    if (year !== undefined) tag.year = year;
    if (cover !== undefined) {
      const picture = Picture.fromData(ByteVector.fromByteArray(fs.readFileSync(cover)));
      picture.type = PictureType.FrontCover;
      tag.pictures = [picture];
    }
    const apple = file.getTag(TagTypes.Apple, false);
    const xiph = file.getTag(TagTypes.Xiph, false);
    const id3 = file.getTag(TagTypes.Id3v2, false);
    for (const [name, value] of Object.entries(named)) {
      apple?.setItunesStrings(ITUNES, name, value);
      xiph?.setFieldAsStrings(name, value);
    }
    if (id3) {
      // Several players know only this version. The library carries chapters along as bytes, which hold sizes in the form of their version.
      if (!id3.frames.some((frame) => CHAPTERS.includes(frame.frameId.toString()))) id3.version = 3;
      nameFrames(id3, named);
    }
    file.save();
  } finally {
    file.dispose();
  }
}

try {
  write(JSON.parse(fs.readFileSync(0, 'utf8')));
} catch (error) {
  // the library stumbles over damaged files in many ways, and its words about its own members help nobody
  const isStumble = error instanceof TypeError || error instanceof RangeError;
  process.stderr.write(isStumble || !(error instanceof Error) ? 'the file is damaged' : error.message);
  process.exitCode = 1;
}
