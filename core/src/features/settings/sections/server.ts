import Type from 'typebox';
import { field, hidden, nullable, section } from '../section.js';

export const server = section({
  title: 'Server',
  fields: {
    /** Without trailing slash. */
    publicUrl: field(nullable(Type.String({ minLength: 1, maxLength: 500, pattern: '^https?://[^\\s]+$' })), {
      default: null,
      title: 'Public address',
      help: 'Used for links in messages and for signing in with other services. With the path, if Lectern is below one.',
      ui: {
        widget: 'url',
        placeholder: 'https://books.example.org',
        problem: 'Enter a full address, such as https://books.example.org.',
      },
    }),
    /** The region of the catalogue. */
    region: field(Type.String({ pattern: '^[a-z]{2,10}$', maxLength: 10 }), {
      default: 'us',
      title: 'Catalogue region',
      help: 'Titles and release dates are shown for this region.',
      ui: { widget: 'catalog-region' },
    }),
    /** BCP 47, e.g. `en`. */
    language: hidden(Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 20 }), 'en'),
  },
});
