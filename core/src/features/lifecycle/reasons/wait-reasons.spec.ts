import { expect } from 'chai';
import { createSpeakers, inEnglish, sentence } from '../../../platform/words/index.js';
import type { ReasonRow } from './reason-row.js';
import { valuesIn } from './values-in.js';
import {
  atRest,
  isCuredByChoice,
  messageOf,
  reasonForAdmin,
  reasonForMember,
  settledIn,
  triedInVain,
  WAIT_REASONS,
  waitReason,
} from './wait-reasons.js';

/** Values that may name a path, an address, a release, a score or a setting. */
const INNER = 'path remotePath fault steps file problems last finding found best names hint trouble state'.split(' ');
const ROWS: readonly (readonly [string, ReasonRow])[] = Object.entries(WAIT_REASONS);
const SINCE = '2026-01-02T03:04:05.000Z';

function sentencesOf(wording: ReasonRow['admin'] | ReasonRow['member']): string[] {
  return Object.values<string>({ ...wording });
}

describe('the reasons for which a request waits', () => {
  it('declare exactly the values that admins read', () => {
    const wrong = ROWS.filter(([, { values, admin, blame }]) => {
      const used = new Set([...sentencesOf(admin), blame && 'name' in blame ? blame.name : ''].flatMap(valuesIn));
      return used.size !== values.length || values.some((name) => !used.has(name));
    });

    expect(wrong.map(([wording]) => wording)).to.deep.equal([]);
  });

  it('tell members nothing of places, faults and releases', () => {
    const told = ROWS.flatMap(([wording, { member, values }]) => {
      const used = sentencesOf(member).flatMap(valuesIn);
      return used.filter((name) => INNER.includes(name) || !values.includes(name)).map((name) => `${wording}: ${name}`);
    });

    expect(told).to.deep.equal([]);
  });

  it('name a place to settle them wherever an admin is told to do something, unless they need nobody', () => {
    const told = ROWS.filter(([, { admin }]) => admin.todo !== undefined);

    expect(told.filter(([wording, { needsNobody }]) => (settledIn(wording) === undefined) !== (needsNobody === true))).to.deep.equal([]);
    // an admin has nothing to settle where nothing is said to be done
    expect(ROWS.filter(([wording, { admin }]) => admin.todo === undefined && settledIn(wording) !== undefined)).to.deep.equal([]);
    expect(told.filter(([, { needsNobody }]) => needsNobody).map(([wording]) => wording)).to.deep.equal([
      'indexer_failed.paused',
      'indexer_failed.some_paused',
      'nothing_found',
      'grab_delayed',
      'search_failed',
      'stalled',
      'stalled.no_peer',
      'stalled.metadata',
      'unfinished',
      'no_media_server',
      'waiting_for_library',
      'gone_from_library',
    ]);
  });

  it('are whole sentences', () => {
    const texts = ROWS.flatMap(([, { admin, member }]) => [...sentencesOf(admin), ...sentencesOf(member)]);
    const isWhole = (text: string): boolean => /^[A-Z“{].*[.}]$/.test(text);

    expect(texts.filter((text) => !isWhole(text))).to.deep.equal([]);
  });

  it('are said to admins in full, with the values from which another language says them', () => {
    const reason = waitReason('client_unreachable', { client: 'Transmission', fault: '10.0.0.5:9091 does not answer.' });

    expect(reason).to.deep.equal({
      code: 'client_unreachable',
      wording: 'client_unreachable',
      values: { client: 'Transmission', fault: '10.0.0.5:9091 does not answer.' },
      message: 'Transmission cannot be reached: 10.0.0.5:9091 does not answer.',
      nextStep: 'It is asked again automatically; the download is not lost.',
      todo: 'Check Transmission under Integrations.',
      component: { kind: 'downloadClient', name: 'Transmission' },
    });
  });

  it('are said to members without fault and homework', () => {
    const stored = {
      ...waitReason('client_unreachable', { client: 'Transmission', fault: '10.0.0.5:9091 does not answer.' }),
      since: SINCE,
    };
    const told = reasonForMember(stored, false);

    expect(told).to.include({ code: 'client_unreachable', message: 'The download has to wait for the server. It is not lost.' });
    expect(told).to.not.have.property('todo');
    expect(JSON.stringify(told)).to.not.contain('10.0.0.5');
  });

  it('tell members to choose a release only where they may', () => {
    const stored = {
      ...waitReason('nothing_good_enough', { sources: 'indexers', count: 2, best: 'score 12, 60 is needed' }),
      since: SINCE,
    };

    expect(reasonForMember(stored, false)).to.not.have.property('todo');
    expect(reasonForMember(stored, true)?.todo).to.equal('Look at the candidates and choose one by hand, or wait.');
    expect([isCuredByChoice('nothing_good_enough'), isCuredByChoice('no_indexer')]).to.deep.equal([true, false]);
  });

  it('count one and several, and name what is asked', () => {
    const said = (count: number, sources: string) => waitReason('nothing_good_enough', { sources, count, best: 'too short' });

    expect(said(1, 'indexers').message).to.equal('1 release found, none certain. Closest: too short.');
    expect(said(2, 'ebookSources')).to.include({
      message: '2 releases found, none certain. Closest: too short.',
      nextStep: 'All ebook sources will be asked again.',
    });
  });

  it('leave out a sentence that has nothing to say', () => {
    expect(waitReason('waiting_for_library', { server: 'Shelf', hint: '' })).to.not.have.property('todo');
  });

  it('say how often something was tried in vain', () => {
    const reason = triedInVain(waitReason('disk_full', { fault: 'The disk is full.' }), 5);

    expect(reason.message).to.equal('The disk is full. It was tried 5 times.');
    expect(reason.values).to.deep.equal({ fault: 'The disk is full.', tries: 5 });
  });

  it('promise nobody another try after the last one', () => {
    const ends = [triedInVain(waitReason('disk_full', { fault: 'The disk is full.' }), 5), atRest(waitReason('no_library_folder'))];
    const told = ends.map((reason) => reasonForMember({ ...reason, since: SINCE }, false));

    expect(ends.map(({ code, nextStep }) => [code, nextStep])).to.deep.equal([
      ['disk_full', undefined],
      ['no_library_folder', undefined],
    ]);
    expect(told.map((reason) => reason?.nextStep)).to.deep.equal([undefined, undefined]);
    expect(told[0]?.message).to.match(/^The server cannot put the book into the library .* It was tried 5 times\.$/);
    expect(inEnglish(messageOf({ ...ends[0] }, 'member') ?? '')).to.equal(told[0]?.message);
  });

  it('leave what an older version wrote to its reader', () => {
    expect(reasonForMember({ code: 'nothing_found', message: 'Nothing.', since: SINCE }, false)).to.equal(undefined);
  });

  it('keep braces that stand in a value', () => {
    expect(waitReason('client_unreachable', { client: '{fault}', fault: 'Gone.' }).message).to.equal('{fault} cannot be reached: Gone.');
  });

  it('are said in the language of whoever reads them, with the fault within', async () => {
    const fault = sentence('finding.job_cancelled');
    const stored = { ...triedInVain(waitReason('search_failed', { fault }), 5), since: SINCE };
    const [de, pseudo] = await Promise.all([createSpeakers().in('de'), createSpeakers().in('en-XA')]);

    const told = reasonForAdmin(JSON.parse(JSON.stringify(stored)) as typeof stored, de);

    expect(told.message).to.match(/^Die Suche ist fehlgeschlagen: /);
    expect(told.todo).to.not.equal(stored.todo);
    expect(told).to.not.have.any.keys('values', 'wording');
    expect(reasonForMember(stored, false, de)?.message).to.match(/^Die Suche hat nicht geklappt\./);
    expect(reasonForAdmin(stored, pseudo).message).to.not.match(/search|cancelled|tried/);
  });

  it('of older versions stay as they were written', async () => {
    const say = await createSpeakers().in('de');

    expect(reasonForAdmin({ code: 'nothing_found', message: 'Nothing.', since: SINCE }, say).message).to.equal('Nothing.');
  });
});
