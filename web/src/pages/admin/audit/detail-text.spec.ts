import { expect } from 'chai';
import { neededMessages, needMessages } from '../../../i18n/catalog.js';
import { detailText, sentenceOf } from './detail-text.js';

describe('an entry of the history in words', () => {
  before(async () => {
    needMessages('shell', 'admin', 'audit', 'account');
    await neededMessages();
  });

  it('says what was done and to what', () => {
    expect(sentenceOf({ action: 'request.approved', detail: { title: 'Dune', to: 'pending' } })).to.equal('Approved a request: “Dune”');
    expect(sentenceOf({ action: 'settings.updated', detail: { requests: ['autoApprove'] } })).to.equal('Changed the settings');
  });

  it('spells out an action without a sentence, such as one of a later version', () => {
    expect(sentenceOf({ action: 'api_token.looked_at', detail: undefined })).to.equal('api token: looked at');
  });

  it('has the rest of the details below, without the name that the sentence has', () => {
    expect(detailText({ detail: { username: 'ada', role: 'user', quota: null }, targetId: 'u1' })).to.equal('Role: Member');
    expect(detailText({ detail: { username: 'ada' }, targetId: 'u1' })).to.equal('');
    expect(detailText({ detail: { scan_kind: ['a', 1], newPart: true }, targetId: 'u1' })).to.equal('scan kind: a, 1 · new part: yes');
    expect(detailText({ detail: undefined, targetId: 'u1' })).to.equal('u1');
  });

  it('says states in words, and leaves out ids, which nobody knows', () => {
    const id = '01a21d5b-e5af-73a3-916b-2fd8d85d243d';

    expect(detailText({ detail: { title: 'Dune', from: 'awaiting_approval', to: 'pending' }, targetId: id })).to.equal(
      'Before: Waiting for approval · Now: Requested',
    );
    expect(detailText({ detail: { username: 'ada', state: 'pending' }, targetId: id })).to.equal('State: Waiting for approval');
    expect(detailText({ detail: { ownerId: id, scopes: ['read'] }, targetId: id })).to.equal('Access: see books and your requests');
    expect(detailText({ detail: undefined, targetId: id })).to.equal('');
  });
});
