import { expect } from 'chai';
import { foreignWords, sentence } from '../words/index.js';
import { settingsInvalid } from './settings-invalid.js';

describe('the refusal of settings', () => {
  for (const [title, path, message, wanted] of [
    ['completes a sentence with the name of the field', '/limit', sentence('field.required'), 'limit is required.'],
    ['completes one about all of them', '', sentence('field.not_valid'), 'The form is not valid.'],
    [
      'says a whole sentence after the name of the field',
      '/rules',
      sentence('field.rule_needs_indexer'),
      'rules: Enter the name of an indexer.',
    ],
    ['says a whole sentence alone', '', sentence('field.rule_needs_indexer'), 'Enter the name of an indexer.'],
    ['says what a plugin said', '/url', foreignWords('Nothing answers there.'), 'url: Nothing answers there.'],
  ] as const) {
    it(title, () => {
      expect(settingsInvalid([{ path, message }]).message).to.equal(wanted);
    });
  }
});
