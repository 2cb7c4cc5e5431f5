import Type from 'typebox';
import { field, nullable, section, toggle } from '../section.js';

export const requests = section({
  title: 'Requests',
  fields: {
    autoApprove: toggle({
      default: false,
      title: 'Approve automatically',
      help: 'Off: an admin has to approve each request of a member.',
    }),
    /** Requests that a user may make in `quotaDays`; `null`: any number. */
    quotaLimit: field(nullable(Type.Integer({ minimum: 0, maximum: 10_000 })), {
      default: null,
      title: 'Limit how many books a member may request',
      help: 'Counts the requests of the last days. Denied requests do not count. Admins have no limit.',
      ui: { widget: 'optional-number', numberTitle: 'Books', start: 5 },
    }),
    /** The length of a rolling window that ends now. */
    quotaDays: field(Type.Integer({ minimum: 1, maximum: 365 }), { default: 7, title: 'in days', ui: { inset: true } }),
    minScore: field(Type.Number({ minimum: 0, maximum: 100 }), {
      default: 60,
      title: 'Minimum score',
      help: 'Releases with a lower score are not downloaded. 0 to 100.',
      ui: { caution: { above: 90, text: 'Hardly any release scores above 90. With this, most requests will find nothing.' } },
    }),
    minSeeders: field(Type.Integer({ minimum: 0, maximum: 10_000 }), { default: 1, title: 'Minimum seeders', help: 'For torrents.' }),
    /** Best first, lower-case file types. */
    formatPreference: field(Type.Array(Type.String({ pattern: '^[a-z0-9]{1,10}$', maxLength: 10 }), { maxItems: 20, uniqueItems: true }), {
      default: ['m4b', 'm4a', 'mp3', 'flac'],
      title: 'Formats',
      help: 'In order of preference.',
      ui: {
        options: ['m4b', 'mp3', 'm4a', 'flac', 'opus', 'ogg'].map((value) => ({ value })),
        problem: 'A format is a file extension, such as m4b: lowercase letters and digits.',
      },
    }),
    allowCollections: toggle({
      default: false,
      title: 'Accept collections',
      help: 'Releases that contain more than the requested book.',
    }),
  },
  when: { if: { properties: { quotaLimit: { not: { type: 'null' } } } }, then: { properties: { quotaDays: {} } } },
});
