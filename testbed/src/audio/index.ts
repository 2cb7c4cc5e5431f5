export type { AudioTags } from './id3.js';
export { makeAudioFile, writeAudioFile } from './make-audio-file.js';
export type { AudioFileOptions } from './make-audio-file.js';
export { makeBookFolder } from './make-book-folder.js';
export type { BookFolderFile, BookFolderOptions } from './make-book-folder.js';
export { readId3Texts } from './read-id3.js';
export type { BitrateKbps } from './mpeg-frames.js';
