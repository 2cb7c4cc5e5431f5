import { deepStrictEqual, strictEqual } from 'node:assert';
import { createFault } from '@lectern/plugin-api';
import { englishOf } from '@lectern/plugin-kit';
import english from '../messages/en.json' with { type: 'json' };
import { outcomeOf, outcomeOfError } from './outcome.js';

const library = { id: 'l1', name: 'Books', isClosed: false };

describe('the outcome of a library', () => {
  it('says in every language that it is closed', () => {
    const { error = '' } = outcomeOf({ ...library, isClosed: true });

    deepStrictEqual(error, { key: 'library_closed', values: { name: 'Books' }, text: 'The library “Books” is closed.' });
    strictEqual(englishOf(error), 'The library “Books” is closed.');
  });

  it('has the words of the service as they came', () => {
    strictEqual(outcomeOf({ ...library, complaint: 'disk full' }).error, 'disk full');
    strictEqual(outcomeOf(library).status, 'empty');
  });

  it('says the sentence of an error', () => {
    const error = createFault(english)('INTEGRATION_NOT_FOUND', 'moved_away', { values: { host: 'a.example' } });

    deepStrictEqual(outcomeOfError(library, error).error, {
      key: 'moved_away',
      values: { host: 'a.example' },
      text: 'The service has left a.example. Enter its new address.',
    });
  });
});
