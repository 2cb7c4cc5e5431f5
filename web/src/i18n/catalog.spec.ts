import { expect } from 'chai';
import { messageOf, neededMessages, needMessages, onLanguage, speak, spokenLanguage } from './catalog.js';

describe('the catalogue of messages', () => {
  afterEach(() => speak('en'));

  it('has the messages of what is loaded, and says the key of any other', async () => {
    needMessages('keys');
    await neededMessages();

    expect(messageOf('keys.title')).to.equal('Keyboard shortcuts');
    expect(messageOf('statistics.title')).to.equal('statistics.title');
  });

  it('puts all of it into another language, tells who shows it, and says in English what that language lacks', async () => {
    const told: string[] = [];
    const stop = onLanguage(() => told.push(spokenLanguage()));
    needMessages('keys', 'logs');

    await speak('de');
    stop();

    expect(told).to.deep.equal(['de']);
    expect(messageOf('keys.title')).to.equal('Tastenkürzel');
    expect(messageOf('logs.title')).to.not.equal('logs.title');
  });
});
