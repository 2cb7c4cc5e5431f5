import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { renderSidecar, sidecarFile } from './metadata-sidecar.js';
import { readSidecar } from './read-sidecar.js';

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

describe('metadata sidecar', () => {
  it('writes the fields as Audiobookshelf and calibre read them', () => {
    const text = renderSidecar({
      title: 'The Way of Kings',
      subtitle: 'Book One',
      authors: ['Brandon Sanderson'],
      narrators: ['Kate Reading', 'Michael Kramer'],
      series: [{ name: 'The Stormlight Archive', part: '1' }, { name: 'Cosmere' }],
      genres: ['Fantasy', 'Epic'],
      asin: 'B003ZWFO7E',
      isbn: '9781427209757',
      language: 'en',
      releaseDate: '2010-08-31',
      publisher: 'Macmillan Audio',
      description: 'Line one\nLine two',
    });

    expect(text).to.equal(`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="asin">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:title>The Way of Kings</dc:title>
    <dc:subtitle>Book One</dc:subtitle>
    <dc:creator opf:role="aut">Brandon Sanderson</dc:creator>
    <dc:creator opf:role="nrt">Kate Reading</dc:creator>
    <dc:creator opf:role="nrt">Michael Kramer</dc:creator>
    <dc:identifier id="asin" opf:scheme="ASIN">B003ZWFO7E</dc:identifier>
    <dc:identifier opf:scheme="ISBN">9781427209757</dc:identifier>
    <dc:language>en</dc:language>
    <dc:date>2010-08-31</dc:date>
    <dc:publisher>Macmillan Audio</dc:publisher>
    <dc:description>Line one
Line two</dc:description>
    <dc:subject>Fantasy</dc:subject>
    <dc:subject>Epic</dc:subject>
    <meta name="calibre:series" content="The Stormlight Archive"/>
    <meta name="calibre:series_index" content="1"/>
    <meta name="calibre:series" content="Cosmere"/>
  </metadata>
</package>
`);
  });

  it('leaves out unknown facts, so that the tags of the files count', () => {
    const text = renderSidecar({ title: 'T', authors: [' '], narrators: [], subtitle: '  ', series: [{ name: '', part: '1' }] });

    expect(linesOf(text).filter((line) => /^<(?:dc:|meta )/.test(line))).to.deep.equal(['<dc:title>T</dc:title>']);
    expect(text).not.to.include('unique-identifier');
  });

  it('escapes markup, and drops characters that XML cannot contain', () => {
    const text = renderSidecar({
      title: 'T\u0000i\u0007tle ]]> <script>&amp;"\'\uffff\ud800x',
      authors: ['</dc:creator><!-- & Sons'],
      narrators: [],
      series: [{ name: '"/><dc:title>No', part: '1"' }],
    });

    expect(linesOf(text)).to.include.members([
      "<dc:title>Title ]]&gt; &lt;script&gt;&amp;amp;&quot;'\ufffdx</dc:title>",
      '<dc:creator opf:role="aut">&lt;/dc:creator&gt;&lt;!-- &amp; Sons</dc:creator>',
      '<meta name="calibre:series" content="&quot;/&gt;&lt;dc:title&gt;No"/>',
      '<meta name="calibre:series_index" content="1&quot;"/>',
    ]);
  });

  it('shortens huge values', () => {
    expect(sidecarFile({ title: 'T', authors: [], narrators: [], description: 'x'.repeat(5_000_000) }).bytes.length).to.be.below(200_000);
  });

  for (const [given, code] of [
    ['en', 'en'],
    ['English', 'en'],
    [' german ', 'de'],
    ['pt-BR', 'pt-br'],
    ['Klingonese dialect', undefined],
  ] as const) {
    it(`states the language “${given}” ${code === undefined ? 'not at all' : `as ${code}`}`, () => {
      const text = renderSidecar({ title: 'T', authors: [], narrators: [], language: given });

      expect(/<dc:language>(.*)<\/dc:language>/.exec(text)?.[1]).to.equal(code);
    });
  }

  describe('read back', () => {
    let dir: string;

    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'lectern-sidecar-'));
    });
    afterEach(() => rm(dir, { recursive: true, force: true }));

    it('finds ASIN and narrators again', async () => {
      const { to, bytes } = sidecarFile({ title: 'T', authors: ['A'], narrators: ['N & <Sons>', 'M'], asin: 'B0TEST0001' });
      await writeFile(join(dir, to), bytes);
      await writeFile(join(dir, 'metadata.json'), JSON.stringify({ asin: 'B0TEST0002' }));

      expect(await readSidecar(dir)).to.deep.equal({ asin: 'B0TEST0001', narrators: ['N & <Sons>', 'M'] });
    });

    it('also reads a metadata.json, and nothing from any other file', async () => {
      await writeFile(join(dir, 'metadata.opf'), '<package><not closed');
      await writeFile(join(dir, 'metadata.json'), JSON.stringify({ asin: 'B0TEST0002', narrators: ['N', 1] }));
      const both = await readSidecar(dir);
      await writeFile(join(dir, 'metadata.json'), '{');

      expect(both).to.deep.equal({ asin: 'B0TEST0002', narrators: ['N'] });
      expect(await readSidecar(dir)).to.deep.equal({ narrators: [] });
    });
  });
});
