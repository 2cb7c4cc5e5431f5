import Type from 'typebox';
import { field, section, toggle } from '../section.js';

export const backups = section({
  title: 'Backups',
  page: 'backups',
  fields: {
    daily: toggle({
      default: true,
      title: 'Back up every night',
      help: 'A server that was off at night catches up when it starts.',
    }),
    keep: field(Type.Integer({ minimum: 1, maximum: 365 }), {
      default: 7,
      title: 'How many to keep',
      help: 'Older nightly backups are deleted. Others stay.',
      ui: { inset: true },
    }),
  },
  when: { if: { properties: { daily: { const: true } } }, then: { properties: { keep: {} } } },
});
