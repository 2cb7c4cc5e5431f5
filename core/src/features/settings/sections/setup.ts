import Type from 'typebox';
import { hidden, nullable, section } from '../section.js';

/** The progress of setup. */
export const setup = section({
  title: 'Setup',
  fields: { completedAt: hidden(nullable(Type.String({ minLength: 1, maxLength: 24 })), null) },
});
