import Type from 'typebox';
import { DEFAULT_EBOOK_PATH_TEMPLATE, DEFAULT_PATH_TEMPLATE } from '../../../files/naming/path-template.js';
import { choice, field, nullable, section, toggle } from '../section.js';

const folder = nullable(Type.String({ minLength: 1, maxLength: 1000 }));
const template = Type.String({ minLength: 1, maxLength: 500 });
const TEMPLATE_HELP =
  'Names in braces are replaced. A block with more in it, such as {series/} or {seriesPart - }, is left out entirely when a book has no such value.';

export const library = section({
  title: 'Library',
  fields: {
    /** Absolute; `null` until set up. */
    path: field(folder, {
      default: null,
      title: 'Library folder',
      help: 'Where finished books are stored. Your media server reads the same folder.',
      ui: { widget: 'folder' },
    }),
    /** As this server sees it. */
    downloadPath: field(folder, {
      default: null,
      title: 'Downloads folder',
      help: 'Where download clients put files, as this server sees it. If it is on the same disk as the library, files are linked instead of copied.',
      ui: { widget: 'folder' },
    }),
    pathTemplate: field(template, {
      default: DEFAULT_PATH_TEMPLATE,
      title: 'Paths of audiobooks',
      help: TEMPLATE_HELP,
      ui: { widget: 'path-template' },
    }),
    ebookPathTemplate: field(template, {
      default: DEFAULT_EBOOK_PATH_TEMPLATE,
      title: 'Paths of ebooks',
      ui: { widget: 'path-template' },
    }),
    writeSidecar: toggle({
      default: true,
      title: 'Write a metadata file',
      help: 'Writes what Lectern knows about the book into a file beside it. Changes that people make in the media server stay.',
    }),
    mergeChapters: toggle({
      default: false,
      title: 'Merge audiobooks into one M4B with chapters',
      help: 'Applies to new imports, unless a request says otherwise. Lectern works on a copy, so files that are being seeded do not change. The server needs ffmpeg and room for the copy. Books that cannot be merged are imported as they are.',
    }),
    mergeMp3: choice<'encode' | 'leave'>(
      { encode: 'Encode them as AAC', leave: 'Do not merge them' },
      {
        default: 'encode',
        title: 'MP3 files when merging',
        help: 'An M4B cannot hold MP3. Encoding keeps the bitrate, takes minutes for a long book, and loses a little quality. AAC and ALAC are copied without loss.',
      },
    ),
    /** In one process of the server. */
    mergesAtOnce: field(Type.Integer({ minimum: 1, maximum: 3 }), {
      default: 1,
      title: 'Books merged at once',
      help: 'Other books wait for their turn. From 1 to 3.',
    }),
    writeTags: choice<'own' | 'all' | 'never'>(
      {
        own: 'Into merged files and copies',
        all: 'Into all files, with copies instead of links',
        never: 'Never',
      },
      {
        default: 'own',
        title: 'Write tags into audiobooks',
        help: 'Title, authors, narrators, series, ASIN, cover and more, so that media servers recognize the book. Lectern never writes into a linked file, because the file that is being seeded would change too.',
      },
    ),
    /** For people whose media server writes into the files: with a hard link that would change what is seeded. */
    copyFiles: toggle({
      default: false,
      title: 'Copy files instead of linking them',
      help: 'Turn this on when your media server writes into audio files, as “Embed metadata” does: a linked file would change while it is still being seeded. Copies take twice the space. Books already in the library stay as they are.',
    }),
    /** Gigabytes of all uploads whose files are not in the library yet. */
    uploadQuotaGb: field(Type.Integer({ minimum: 0, maximum: 10_000 }), {
      default: 20,
      title: 'Upload storage (GB)',
      help: 'The files that people upload for their requests stay in Lectern’s data folder until the library has them. With 0, nobody can upload files.',
    }),
    /** Gigabytes of the same, of one person. */
    uploadPersonGb: field(Type.Integer({ minimum: 1, maximum: 10_000 }), {
      default: 10,
      title: 'Room for the uploads of one person, in GB',
      help: 'Nobody can take up all of the room above with files that are still arriving.',
    }),
  },
});
