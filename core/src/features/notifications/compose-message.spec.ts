import { expect } from 'chai';
import { composeText } from './compose-message.js';
import { notificationEvent } from './notification-events.js';

describe('the text of a notification', () => {
  const facts = { book: '{user} $&', author: 'Etta', user: 'Ada', note: 'for\nthe  trip' };
  const event = notificationEvent('request_pending_approval');

  it('is filled in once, so that braces in a title have no effect', async () => {
    expect(await composeText(event, facts, 'en')).to.deep.equal({
      title: 'Approval needed: {user} $&',
      lines: ['Ada requests “{user} $&” by Etta.', 'Note: “for the trip”'],
    });
  });

  it('is in the language of whoever reads it', async () => {
    expect(await composeText(event, facts, 'de')).to.deep.equal({
      title: 'Genehmigung nötig: {user} $&',
      lines: ['Ada fragt „{user} $&“ von Etta an.', 'Notiz: „for the trip“'],
    });
  });
});
