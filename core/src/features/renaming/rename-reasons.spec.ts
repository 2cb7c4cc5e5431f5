import { expect } from 'chai';
import { createSpeakers, inEnglish, sentence } from '../../platform/words/index.js';
import { readReason, RENAME_REASON_CODES, renameReason, saidReason, storeReason } from './rename-reasons.js';

describe('why a book is not renamed', () => {
  const fault = sentence('file.library_away');

  it('is said in the language of the reader, with the fault within it', async () => {
    const stored = storeReason(renameReason('invalid_template', { fault }));

    const say = await createSpeakers().in('de');

    expect(say(saidReason(readReason(stored)))).to.equal(
      'Die Pfadvorlage lässt sich nicht verwenden: Der Bibliotheksordner ist nicht zu sehen.',
    );
  });

  it('is said of what an older version stored, which has faults in English', async () => {
    const stored = JSON.stringify({ code: 'invalid_template', values: { fault: 'It is empty.' } });

    const say = await createSpeakers().in('de');

    expect(say(saidReason(readReason(stored)))).to.equal('Die Pfadvorlage lässt sich nicht verwenden: It is empty.');
  });

  it('is its English where another version knows its code and this one does not', () => {
    const stored = JSON.stringify({ code: 'too_early', values: {}, english: 'It is too early.' });

    expect(inEnglish(saidReason(readReason(stored)))).to.equal('It is too early.');
  });

  for (const stored of ['{"code":"missing","val', '7', 'null', '{"code":"missing"}']) {
    it(`is what the column holds where that is damaged: ${stored}`, () => {
      expect(inEnglish(saidReason(readReason(stored)))).to.equal(stored);
    });
  }

  for (const code of RENAME_REASON_CODES) {
    it(`has words for ${code}`, () => {
      expect(inEnglish(saidReason(renameReason(code, { fault })))).not.to.equal(`move.${code}`);
    });
  }
});
