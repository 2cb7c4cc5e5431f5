import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';

import type { AudioInfo } from './audio-probe.js';
import { verifyAudio } from './verify.js';
import type { ProbedFile, Verification } from './verify.js';

function file(minutes: number, more: Partial<AudioInfo> = {}): ProbedFile {
  const info = { durationSeconds: minutes * 60, hasAudio: true, hasVideo: false, tags: {}, chapterCount: 0, ...more };
  return { name: `${minutes}.mp3`, info };
}

function codes(verification: Verification): string[] {
  return verification.status === 'ok' ? [] : verification.reasons.map((reason) => reason.code);
}

describe('verifyAudio', () => {
  // catalogue minutes, recorded minutes, narrator requested, status
  const cases: readonly (readonly [number, number, boolean, Verification['status']])[] = [
    [600, 600, false, 'ok'],
    [600, 541, false, 'ok'],
    [600, 539, false, 'suspect'],
    [600, 660, false, 'ok'],
    [600, 661, false, 'suspect'],
    [600, 569, true, 'suspect'],
    [600, 571, true, 'ok'],
    [60, 46, false, 'ok'],
    [60, 44, false, 'suspect'],
    [600, 451, false, 'suspect'],
    [600, 449, false, 'broken'],
    [600, 749, false, 'suspect'],
    [600, 751, false, 'broken'],
    [60, 31, false, 'suspect'],
    [60, 29, false, 'broken'],
    // of short books minutes are no more than a share
    [40, 30, false, 'ok'],
    [40, 29, false, 'suspect'],
    [40, 19, false, 'broken'],
    [10, 8, false, 'ok'],
    [10, 7, false, 'suspect'],
    [10, 4, false, 'broken'],
    [10, 2, false, 'broken'],
    [3, 6, false, 'broken'],
    [10, 9, true, 'ok'],
    [10, 8, true, 'suspect'],
    [600, 449, true, 'broken'],
    [60, 51, true, 'ok'],
    [60, 50, true, 'suspect'],
    [60, 52, true, 'ok'],
  ];
  for (const [wanted, real, isNarratorRequested, status] of cases) {
    it(`calls ${real} of ${wanted} minutes ${status}${isNarratorRequested ? ' when a narrator was requested' : ''}`, () => {
      const verification = verifyAudio([file(real)], { durationMinutes: wanted, isNarratorRequested });

      expect(verification.status).to.equal(status);
    });
  }

  it('adds up the files of a book', () => {
    const verification = verifyAudio([file(200), file(200), file(200)], { durationMinutes: 600 });

    expect(verification).to.deep.equal({ status: 'ok', durationSeconds: 36_000 });
  });

  it('does not compare with an unknown duration', () => {
    expect(verifyAudio([file(3)], {}).status).to.equal('ok');
    expect(verifyAudio([file(3)], { durationMinutes: 0 }).status).to.equal('ok');
  });

  it('calls a book with one unreadable file broken and names it', () => {
    const verification = verifyAudio([file(600), { name: '02.mp3', error: 'bad' }], { durationMinutes: 600 });

    expect(verification.status).to.equal('broken');
    expect(codes(verification)).to.deep.equal(['unreadable']);
    expect(JSON.stringify(verification)).to.include('02.mp3');
  });

  it('calls a book without files, without audio or without a length broken', () => {
    expect(codes(verifyAudio([], {}))).to.deep.equal(['no_files']);
    expect(codes(verifyAudio([file(10, { hasAudio: false })], {}))).to.deep.equal(['no_audio']);
    expect(codes(verifyAudio([file(0)], {}))).to.deep.equal(['no_duration']);
  });

  it('calls a book broken by the name of a file without a length among others', () => {
    const verification = verifyAudio([file(300), { ...file(0), name: '02.mp3' }, file(300)], { durationMinutes: 600 });

    expect(codes(verification)).to.deep.equal(['no_duration']);
    expect(verification.status === 'broken' && inEnglish(verification.reasons[0]?.said ?? '')).to.equal(
      '“02.mp3” has no length: it is no audio, or is damaged.',
    );
  });

  it('calls a book broken by the names of files of which a part is missing, whatever their headers say of the length', () => {
    const cut: ProbedFile = { ...file(200, { damage: 'cut_off' }), name: '02.mp3' };
    const silent: ProbedFile = { ...file(200, { damage: 'end_unplayable' }), name: '03.mp3' };
    const unread: ProbedFile = { name: '04.m4b', error: 'no index', damage: 'cut_off' };

    const verification = verifyAudio([file(200), cut, silent, unread], { durationMinutes: 600 });

    expect(codes(verification)).to.deep.equal(['cut_off', 'cut_off']);
    expect(verification.status === 'broken' && verification.reasons.map(({ said }) => inEnglish(said))).to.deep.equal([
      '“02.mp3” and “04.m4b” are cut off: they have fewer bytes than their headers promise.',
      '“03.mp3” is damaged: its end cannot be played.',
    ]);
  });

  it('suspects films', () => {
    expect(codes(verifyAudio([file(600, { hasVideo: true })], { durationMinutes: 600 }))).to.deep.equal(['video']);
  });

  it('states the actual and the expected length', () => {
    const doubtful = verifyAudio([file(505)], { durationMinutes: 600 });
    const wrong = verifyAudio([file(125)], { durationMinutes: 600 });

    expect(doubtful.status === 'suspect' && inEnglish(doubtful.reasons[0]?.said ?? '')).to.include(
      '8 h 25 min long; the catalogue says 10 h 0 min',
    );
    const [reason] = wrong.status === 'broken' ? wrong.reasons : [];
    expect(reason?.code).to.equal('wrong_length');
    expect(inEnglish(reason?.said ?? '')).to.equal(
      'The recording is 2 h 5 min long; the catalogue says 10 h 0 min. That is too far from the length of this book.',
    );
  });
});
