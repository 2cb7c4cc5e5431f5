import { expect } from 'chai';
import { itemAddress } from './item-address.js';

describe('the address of an item in Audiobookshelf', () => {
  it('leads to the page of the item at the address of the integration', () => {
    expect(itemAddress({ baseUrl: 'http://abs:13378/' })).to.equal('http://abs:13378/item/{itemId}');
  });

  it('takes the address that people use, with its sub-path', () => {
    const settings = { baseUrl: 'http://abs:13378', publicUrl: 'https://Home.example.org/audiobookshelf/' };

    expect(itemAddress(settings)).to.equal('https://home.example.org/audiobookshelf/item/{itemId}');
  });

  it('drops a name and a password', () => {
    expect(itemAddress({ baseUrl: 'http://ann:secret@abs/' })).to.equal('http://abs/item/{itemId}');
  });

  it('blames the setting that is not a web address', () => {
    expect(() => itemAddress({ baseUrl: 'http://abs', publicUrl: 'javascript:alert(1)' }))
      .to.throw()
      .with.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'publicUrl' });
  });
});
