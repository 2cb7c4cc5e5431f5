import { expect } from 'chai';
import { checkedProvider } from './checked-provider.js';

const CALL = { signal: new AbortController().signal };
const ADDRESSES = [
  'javascript:alert({itemId})',
  'data:text/html,{itemId}',
  'file:///{itemId}',
  '//shelf.example/{itemId}',
  'https://{itemId}.example/',
  'https://who@shelf.example/{itemId}',
  'https://shelf.example/',
];

describe('the address of items that a plugin answers', () => {
  for (const address of ADDRESSES) {
    it(`is never ${address}`, async () => {
      const server = checkedProvider('mediaServer', { itemAddress: async () => address });

      const problem = await server.itemAddress?.(CALL).then(
        () => undefined,
        (error: Error) => error.message,
      );

      expect(problem).to.match(/not as the contract/);
    });
  }
});
