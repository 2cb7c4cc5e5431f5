import { expectBoundedGrowth, repeatInto } from '@lectern/testbed';
import { hidePlaces } from './hide-places.js';
import { createRedactor } from './redactor.js';

/** Pieces that a pattern begins at, so that it may begin again at each of many. */
const PIECES = [
  ...['a', '0f', ' ', '\n', '=', 'bearer ', 'a:', 'a://', '://a:', '://a:b', '@', '?token', '&link=', 'discord.com/api/webhooks/1'],
  ...['“/', '“', "'/a", '"/', '/a', '/a b/', ' /', 'C:\\', '\\\\', '\\\\a b\\'],
  ...["'/a ", ' /a/b', 'a.', '1.'],
];

describe('text for logs and pages', () => {
  it('is redacted in linear time', async () => {
    const redactor = createRedactor();
    for (const secret of ['planted-secret', 'another: "one"']) redactor.addSecret(secret);

    for (const piece of PIECES) {
      await expectBoundedGrowth(
        `redacting ${JSON.stringify(piece)}`,
        (size) => repeatInto(size, piece),
        (text) => redactor.redact(text),
      );
    }
  });

  it('has its paths hidden in linear time', async () => {
    for (const piece of PIECES) {
      await expectBoundedGrowth(`hiding places of ${JSON.stringify(piece)}`, (size) => repeatInto(size, piece), hidePlaces);
    }
  });
});
