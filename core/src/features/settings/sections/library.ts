import Type from 'typebox';
import { DEFAULT_EBOOK_PATH_TEMPLATE, DEFAULT_PATH_TEMPLATE } from '../../../files/naming/path-template.js';
import { field, nullable, section, toggle } from '../section.js';

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
    /** For people whose media server writes into the files: with a hard link that would change what is seeded. */
    copyFiles: toggle({
      default: false,
      title: 'Copy files instead of linking them',
      help: 'Turn this on when your media server writes into audio files, as “Embed metadata” does: a linked file would change while it is still being seeded. Copies take twice the space. Books already in the library stay as they are.',
    }),
  },
});
