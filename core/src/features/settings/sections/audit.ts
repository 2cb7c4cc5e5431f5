import Type from 'typebox';
import { field, nullable, section } from '../section.js';

export const audit = section({
  title: 'History',
  fields: {
    /** Days to keep an entry; `null`: forever. */
    keepDays: field(nullable(Type.Integer({ minimum: 30, maximum: 36_500 })), {
      default: 365,
      title: 'Delete old entries',
      help: 'Off: the history is kept forever.',
      ui: { widget: 'optional-number', numberTitle: 'Days to keep them', start: 365 },
    }),
  },
});
