import Type from 'typebox';
import { field, section, toggle } from '../section.js';

const formats = Type.Array(Type.String({ pattern: '^[a-z0-9]{1,10}$', maxLength: 10 }), { minItems: 1, maxItems: 10, uniqueItems: true });

export const ebooks = section({
  title: 'Ebooks',
  fields: {
    /** Best first, lower-case file types; others are not taken. */
    formatPreference: field(formats, {
      default: ['epub', 'azw3', 'mobi', 'pdf'],
      title: 'Ebook formats',
      help: 'In order of preference. Other formats are not accepted.',
      ui: {
        options: ['epub', 'azw3', 'mobi', 'pdf', 'fb2', 'djvu'].map((value) => ({ value })),
        problem: 'A format is a file extension, such as epub: lowercase letters and digits.',
      },
    }),
    useIndexers: toggle({
      default: false,
      title: 'Also search indexers',
      help: 'Ebook sources are preferred; releases of indexers come second.',
    }),
  },
});
