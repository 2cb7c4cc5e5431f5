import type { HttpResponse } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { readContainer } from './answer-body.js';
import { recorded } from './recorded-answers.spec.support.js';
import { itemsOf, parseIdentity, parseSection, rawList, textOf } from './schema.js';

function answer(text: string, type = 'application/json'): HttpResponse {
  const body = Buffer.from(text);
  const headers = { 'content-type': type };
  return { status: 200, headers, cookies: [], url: 'http://plex/', body, text: () => text, json: () => JSON.parse(text) as never };
}

function fixture(name: string): HttpResponse {
  const { body, headers } = recorded(name);
  return answer(typeof body === 'string' ? body : JSON.stringify(body), String(headers?.['content-type']));
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isIntegrationError(error)) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('answers of Plex', () => {
  it('are the same for identity and libraries in JSON and XML', () => {
    expect(parseIdentity(readContainer(fixture('pms.identity.xml')))).to.deep.equal(
      parseIdentity(readContainer(fixture('pms.identity.json'))),
    );
    const sections = (name: string) => rawList(readContainer(fixture(name)).Directory).map(parseSection);
    expect(sections('pms.sections.xml')).to.deep.equal(sections('pms.sections.json'));
    expect(sections('pms.sections.xml').at(-1)).to.deep.equal({
      id: '5',
      title: 'Audiobooks',
      type: 'artist',
      agent: 'com.plexapp.agents.audnexus',
      locations: ['/storage/audiobooks'],
    });
  });

  it('may be albums in XML, where they are directories', () => {
    const [album] = itemsOf(readContainer(fixture('pms.album.xml')));

    expect(album).to.include({ ratingKey: '200', title: 'Album', parentTitle: 'Artist' });
  });

  it('may contain control characters, in XML and JSON', () => {
    const [xml] = itemsOf(readContainer(fixture('pms.albums.control-char.xml')));
    const [json] = itemsOf(readContainer(answer('{"MediaContainer":{"Metadata":[{"title":"Bad\u0004Title\\u0007"}]}}')));

    expect([textOf(xml?.title), textOf(json?.title)]).to.deep.equal(['BadTitle', 'BadTitle']);
  });

  it('may contain no libraries', () => {
    expect(rawList(readContainer(fixture('pms.sections.empty.json')).Directory)).to.deep.equal([]);
    expect(readContainer(answer('<?xml version="1.0"?><MediaContainer></MediaContainer>', 'text/xml'))).to.deep.equal({});
  });

  it('are refused if they are web pages, broken, or define entities', () => {
    const bad = 'INTEGRATION_BAD_RESPONSE';
    expect(codeOf(() => readContainer(fixture('pms.error.401.json')))).to.equal(bad);
    expect(codeOf(() => readContainer(answer('<!DOCTYPE html><p>x</p>', 'text/xml')))).to.equal(bad);
    expect(codeOf(() => readContainer(answer('<MediaContainer size="1"><Directory', 'text/xml')))).to.equal(bad);
    expect(codeOf(() => readContainer(answer('{"MediaContainer": [1, 2')))).to.equal(bad);
    expect(codeOf(() => readContainer(answer('{"other": {}}')))).to.equal(bad);
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><MediaContainer title="&a;"/>';
    expect(codeOf(() => readContainer(answer(bomb, 'text/xml')))).to.equal(bad);
  });
});
