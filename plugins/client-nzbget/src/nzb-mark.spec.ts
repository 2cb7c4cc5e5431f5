import { expectBoundedGrowth } from '@lectern/testbed';
import { expect } from 'chai';
import { itemIdOf, parseItemId } from './item-id.js';
import { downloadName, markOf } from './nzb-mark.js';

function nzb(segments: readonly string[], comment = ''): Buffer {
  const list = segments.map((id, index) => `<segment bytes="100" number="${index + 1}">${id}</segment>`).join('\n');
  return Buffer.from(`<?xml version="1.0"?><!-- ${comment} --><nzb><file><segments>${list}</segments></file></nzb>`);
}

describe('nzbget mark', () => {
  it('is the same for the same articles, however they are written', () => {
    const mark = markOf(nzb(['a@x', 'b@x'], 'fetched on Monday'));

    expect(mark).to.match(/^[0-9a-f]{12}$/);
    expect(markOf(nzb([' b@x ', 'a@x'], 'fetched on Tuesday'))).to.equal(mark);
    expect(markOf(nzb(['a@x', 'c@x']))).to.not.equal(mark);
    expect(markOf(Buffer.from('one'))).to.not.equal(markOf(Buffer.from('two')));
  });

  it('takes linear time, even for crafted input', async () => {
    const hostile: Readonly<Record<string, (size: number) => string>> = {
      'tags without end': (size) => '<segment '.repeat(size / 9),
      'an article without end': (size) => `<segment>${' '.repeat(size)}`,
      'articles in articles': (size) => '<segment>'.repeat(size / 9),
    };

    for (const [what, make] of Object.entries(hostile)) await expectBoundedGrowth(what, (size) => Buffer.from(make(size)), markOf);
  });

  const MARK = '0123456789ab';
  const ROWS: readonly (readonly [title: string, name: string])[] = [
    ['Jane Example - Book', `Jane Example - Book [lectern-${MARK}-1]`],
    // NZBGet would take it for a password.
    ['Book {{secret}}', `Book secret [lectern-${MARK}-1]`],
    ['../../etc/passwd', `etc passwd [lectern-${MARK}-1]`],
    ['\\/', `lectern-${MARK}-1`],
  ];

  for (const [title, name] of ROWS) {
    it(`"${title}" becomes "${name}"`, () => {
      expect(downloadName(title, MARK, '1')).to.equal(name);
    });
  }

  it('leaves a name that fits into a folder name', () => {
    expect(Buffer.byteLength(downloadName('é'.repeat(300), MARK, '12345678'))).to.be.below(200);
  });
});

describe('nzbget item id', () => {
  it('joins number and mark, or number and file name for downloads that others added', () => {
    const ours = itemIdOf({ nzbId: 7, filename: 'a.nzb', parameters: new Map([['lectern', '0123456789ab']]) });
    const theirs = itemIdOf({ nzbId: 7, filename: 'a.nzb', parameters: new Map() });

    expect(ours).to.equal('7-0123456789ab');
    expect(theirs).to.match(/^7-x[0-9a-f]{12}$/);
    expect(itemIdOf({ nzbId: 7, filename: 'b.nzb', parameters: new Map() })).to.not.equal(theirs);
    expect(parseItemId(ours)).to.deep.equal({ nzbId: 7, mark: '0123456789ab' });
    expect(parseItemId(theirs)?.nzbId).to.equal(7);
  });

  for (const id of ['', '7', '0-0123456789ab', '-7-0123456789ab', '7-0123456789AB', '7,8-0123456789ab', 'all']) {
    it(`"${id}" is not one`, () => {
      expect(parseItemId(id)).to.equal(undefined);
    });
  }
});
