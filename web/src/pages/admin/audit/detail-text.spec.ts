import { expect } from 'chai';
import { loadMessages } from '@lectern/messages';
import { neededMessages, needMessages } from '../../../i18n/catalog.js';
import { detailText, groupName, sentenceOf, storedName, targetName } from './detail-text.js';

describe('an entry of the history in words', () => {
  before(async () => {
    needMessages('shell', 'admin', 'audit', 'account', 'reports');
    await neededMessages();
  });

  it('says what was done and to what', () => {
    expect(sentenceOf({ action: 'request.approved', detail: { title: 'Dune', to: 'pending' } })).to.equal('Approved a request: “Dune”');
    expect(sentenceOf({ action: 'settings.updated', detail: { requests: ['autoApprove'] } })).to.equal('Changed the settings');
  });

  it('says the title of a job, which its record names as programs do', () => {
    const target = { targetType: 'job', targetId: 'library.check-up', targetTitle: 'Check the library' };
    const cancelled = { ...target, action: 'job.cancelled', detail: { run: '01a21d5b-e5af-73a3-916b-2fd8d85d243d' } };
    const ran = { ...target, action: 'job.run', detail: undefined };
    const before = { ...target, action: 'job.cancelled', detail: { name: 'library.check-up' } };

    expect([cancelled, ran].map(sentenceOf)).to.deep.equal(['Cancelled a job: “Check the library”', 'Started a job: “Check the library”']);
    expect([cancelled, ran, before].map((entry) => detailText(entry, 'en'))).to.deep.equal(['', '', '']);
    expect([targetName(ran), storedName(ran)]).to.deep.equal(['Check the library', ['library.check-up']]);
    expect(sentenceOf({ ...before, targetTitle: undefined })).to.equal('Cancelled a job: “library.check-up”');
  });

  it('spells out an action without a sentence, such as one of a later version', () => {
    expect(sentenceOf({ action: 'api_token.looked_at', detail: undefined })).to.equal('api token: looked at');
  });

  it('has the rest of the details below, without the name that the sentence has', () => {
    expect(detailText({ detail: { username: 'ada', role: 'user', quota: null }, targetId: 'u1' }, 'en')).to.equal('Role: Member');
    expect(detailText({ detail: { username: 'ada' }, targetId: 'u1' }, 'en')).to.equal('');
    expect(detailText({ detail: { scan_kind: ['a', 1], newPart: true }, targetId: 'u1' }, 'en')).to.equal(
      'scan kind: a, 1 · new part: yes',
    );
    expect(detailText({ detail: undefined, targetId: 'u1' }, 'en')).to.equal('u1');
  });

  it('has moments as the language has them, and names the groups to filter by', () => {
    expect(detailText({ detail: { completedAt: '2026-03-12T10:00:00.000Z' }, targetId: 'x' }, 'en')).to.match(
      /^Setup completed: Mar 1[123], 2026/,
    );
    // a name may be anything
    const displayName = '9999-99-99T99:99:99Z';
    expect(detailText({ detail: { username: 'ada', displayName }, targetId: 'u' }, 'en')).to.contain(displayName);
    expect([groupName('api_token'), groupName('a_later_one')]).to.deep.equal(['API tokens', 'a later one']);
  });

  it('says states in words, and leaves out ids, which nobody knows', () => {
    const id = '01a21d5b-e5af-73a3-916b-2fd8d85d243d';

    expect(detailText({ detail: { title: 'Dune', from: 'awaiting_approval', to: 'pending' }, targetId: id }, 'en')).to.equal(
      'Before: Waiting for approval · Now: Requested',
    );
    expect(detailText({ detail: { username: 'ada', state: 'pending' }, targetId: id }, 'en')).to.equal('State: Waiting for approval');
    expect(detailText({ detail: { ownerId: id, scopes: ['read'] }, targetId: id }, 'en')).to.equal(
      'Access: see books and one’s own requests',
    );
    expect(detailText({ detail: { registration: 'approval', kind: 'sound' }, targetId: id }, 'en')).to.equal(
      'Self-registration: with approval · Kind: Bad audio',
    );
    expect(detailText({ detail: undefined, targetId: id }, 'en')).to.equal('');
  });

  it('has a name for each group of actions that has sentences', async () => {
    const keys = Object.keys(await loadMessages('en', 'audit'));
    const groups = new Set(keys.filter((key) => key.startsWith('did.')).map((key) => key.split('.')[1] ?? ''));

    expect([...groups].filter((group) => !keys.includes(`audit.group.${group}`))).to.deep.equal([]);
  });
});
