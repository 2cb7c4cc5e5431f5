import { expectBoundedGrowth } from '@lectern/testbed';
import { expect } from 'chai';
import { jobName, markOf } from './job-mark.js';

function nzb(segments: readonly string[], comment = ''): Buffer {
  const list = segments.map((id, index) => `<segment bytes="100" number="${index + 1}">${id}</segment>`).join('\n');
  return Buffer.from(`<?xml version="1.0"?><!-- ${comment} --><nzb><file><segments>${list}</segments></file></nzb>`);
}

describe('sabnzbd job mark', () => {
  it('is the same for the same articles, however they are written', () => {
    const mark = markOf(nzb(['a@x', 'b@x'], 'fetched on Monday'));

    expect(mark).to.match(/^lectern-[0-9a-f]{12}$/);
    expect(markOf(nzb([' b@x ', 'a@x'], 'fetched on Tuesday'))).to.equal(mark);
    expect(markOf(nzb(['a@x', 'c@x']))).to.not.equal(mark);
  });

  it('takes linear time, even for crafted input', async () => {
    const hostile: Readonly<Record<string, (size: number) => string>> = {
      'tags without end': (size) => '<segment '.repeat(size / 9),
      'an article without end': (size) => `<segment>${' '.repeat(size)}`,
      'articles in articles': (size) => '<segment>'.repeat(size / 9),
    };

    for (const [what, make] of Object.entries(hostile)) await expectBoundedGrowth(what, (size) => Buffer.from(make(size)), markOf);
  });

  it('differs for files that list no articles', () => {
    expect(markOf(Buffer.from('one'))).to.not.equal(markOf(Buffer.from('two')));
  });

  const MARK = 'lectern-0123456789ab';
  const ROWS: readonly (readonly [title: string, name: string])[] = [
    ['Jane Example - Book', `Jane Example - Book [${MARK}]`],
    // SABnzbd would take what follows for a password.
    ['AC/DC: The Story', `AC DC The Story [${MARK}]`],
    ['Book {{secret}}', `Book secret [${MARK}]`],
    ['Book password=secret', `Book password secret [${MARK}]`],
    ['../../etc/passwd', `etc passwd [${MARK}]`],
    ['C:\\Windows\u0000\u200b', `C Windows [${MARK}]`],
    ['  ', MARK],
    ['Ночной дозор', `Ночной дозор [${MARK}]`],
  ];

  for (const [title, name] of ROWS) {
    it(`${JSON.stringify(title)} becomes "${name}"`, () => {
      expect(jobName(title, MARK)).to.equal(name);
    });
  }

  it('fits into a folder name, cut between characters', () => {
    const name = jobName('猫'.repeat(200), MARK);

    expect(Buffer.byteLength(name)).to.be.below(200);
    expect(name).to.match(/^猫+ \[lectern-/u);
  });
});
