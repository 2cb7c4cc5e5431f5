import { expect } from 'chai';
import { inEnglish, sentence } from '../../platform/words/index.js';
import type { Verification } from '../../files/checking/verify.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import { ImportStop } from './import-stop.js';
import { notUnpacked, refuseBroken } from './refuse-broken.js';

function files(...names: readonly string[]): { readonly other: SourceFile[] } {
  return { other: names.map((name) => ({ name, path: `/downloads/${name}`, size: 1, modifiedAt: 0 })) };
}

function broken(...codes: readonly ('cut_off' | 'no_duration' | 'wrong_length')[]): Verification {
  const reasons = codes.map((code) => ({ code, said: sentence('finding.no_audio') }));
  return { status: 'broken', durationSeconds: 60, reasons };
}

function stopOf(audio: Verification, accepted: boolean, archives = notUnpacked(files())): ImportStop | undefined {
  try {
    refuseBroken(audio, { accepted, archives, detail: {} });
    return undefined;
  } catch (error) {
    if (error instanceof ImportStop) return error;
    throw error;
  }
}

describe('a recording of which something is missing', () => {
  it('names archives that were not unpacked, and neither recovery data nor other files', () => {
    const said = notUnpacked(files('Book.part1.rar', 'Book.r00', 'Book.vol00+01.par2', 'Book.nfo', 'Book.7z.001', 'Bonus.zip'));

    expect(inEnglish(said ?? '')).to.equal(
      '“Book.part1.rar”, “Book.r00”, “Book.7z.001”, and 1 more were not unpacked: they are archives, and must be unpacked first.',
    );
    expect(notUnpacked(files('Book.par2', 'Book.nfo'))).to.equal(undefined);
  });

  it('is broken by its worst fault, unless a person accepts that a part is missing', () => {
    expect(stopOf(broken('cut_off', 'no_duration'), false)?.reason.code).to.equal('no_duration');
    expect(stopOf(broken('cut_off'), false)?.reason.code).to.equal('cut_off');
    expect(stopOf(broken('cut_off'), true)).to.equal(undefined);
    expect(stopOf(broken('cut_off', 'no_duration'), true)?.reason.code).to.equal('no_duration');
  });

  it('is left to its tags if only its length is wrong, but not where archives hold the rest', () => {
    const archives = notUnpacked(files('Book.part2.rar'));

    const stop = stopOf(broken('wrong_length'), false, archives);

    expect(stopOf(broken('wrong_length'), false)).to.equal(undefined);
    expect(stop?.reason.code).to.equal('cut_off');
    expect(stop?.message).to.include('“Book.part2.rar” was not unpacked');
    expect(stopOf(broken('wrong_length'), true, archives)).to.equal(undefined);
  });
});
