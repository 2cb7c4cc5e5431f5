import { expect } from 'chai';
import { createSpeakers, inEnglish } from '../../platform/words/index.js';
import { composeText } from './compose-message.js';
import { notificationEvent } from './notification-events.js';

describe('the text of a notification', () => {
  const facts = { book: '{user} $&', author: 'Etta', user: 'Ada', note: 'for\nthe  trip' };
  const event = notificationEvent('request_pending_approval');

  it('is filled in once, so that braces in a title have no effect', () => {
    expect(composeText(event, facts, inEnglish)).to.deep.equal({
      title: 'Approval needed: {user} $&',
      lines: ['Ada requests “{user} $&” by Etta.', 'Note: “for the trip”'],
    });
  });

  it('is a whole sentence for a book whose author nobody knows', async () => {
    const unknown = { book: 'Ω', author: '', user: 'Ada' };

    expect(composeText(event, unknown, inEnglish).lines).to.deep.equal(['Ada requests “Ω” by an unknown author.']);
    expect(composeText(event, unknown, await createSpeakers().in('de')).lines).to.deep.equal([
      'Ada fragt „Ω“ von einer unbekannten Person an.',
    ]);
  });

  it('is in the language of whoever reads it', async () => {
    expect(composeText(event, facts, await createSpeakers().in('de'))).to.deep.equal({
      title: 'Genehmigung nötig: {user} $&',
      lines: ['Ada fragt „{user} $&“ von Etta an.', 'Notiz: „for the trip“'],
    });
  });
});
