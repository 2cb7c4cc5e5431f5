import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import Type from 'typebox';
import { startTestHttp, type TestHttp } from '../../features/auth/test-http.js';
import { createTestDatabase, type TestDatabase } from '../db/test-databases.js';
import { createSpeakers, foreignWords, sentence, type Said, type SpokenTag } from '../words/index.js';
import { ApiError } from './problem.js';
import { defineRoute, json } from './route.js';

interface Answer {
  readonly language: string | null;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly steps?: readonly { readonly step: string; readonly message: string }[];
}

const common = { tag: 'spec', access: { rule: 'public' }, scopes: 'none', responses: { 200: Type.Object({}) } } as const;

const FOLDER = sentence('selftest.no_links', { cause: 'EPERM' });

const ROUTES = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/api/form',
    summary: 'Form',
    body: Type.Object({ count: Type.Integer({ maximum: 9 }), name: Type.String({ pattern: '^a*$' }) }, { additionalProperties: false }),
    handler: () => json({}),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/steps',
    summary: 'Steps',
    errors: ['library_unusable'],
    handler() {
      throw new ApiError('library_unusable', FOLDER, { members: { steps: [{ step: 'hard_link', message: FOLDER }] } });
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/foreign',
    summary: 'Foreign',
    errors: ['refused_by_plugin'],
    handler() {
      throw new ApiError('refused_by_plugin', foreignWords('Not on Sundays.'));
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/folder',
    summary: 'Folder',
    errors: ['path_not_found'],
    handler() {
      const said = sentence('problem.no_folder', { path: 'books' });
      throw new ApiError('path_not_found', said, { errors: [{ path: '/folder', message: said }], members: { steps: [{ message: said }] } });
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/fault',
    summary: 'Fault',
    errors: ['integration_failed'],
    handler() {
      throw new IntegrationError('INTEGRATION_UNAVAILABLE', 'One is down.');
    },
  }),
];

describe('problems in the language of the caller', () => {
  let test: TestDatabase;
  let http: TestHttp;

  before(async () => {
    test = await createTestDatabase('sqlite');
    http = await startTestHttp({ database: test.database, routes: ROUTES });
  });
  after(async () => {
    await http.stop();
    await test.dispose();
  });

  async function ask(path: string, language?: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...(language === undefined ? {} : { 'accept-language': language }) };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${http.url}${path}`, { headers, ...sent });
    return { language: answer.headers.get('content-language'), ...((await answer.json()) as Omit<Answer, 'language'>) };
  }

  async function sayingIn(tag: SpokenTag): Promise<(said: Said) => string> {
    return createSpeakers().in(tag);
  }

  it('are in German for whoever asks for it, and say so', async () => {
    const answer = await ask('/api/nothing', 'de-AT,de;q=0.9,en;q=0.5');

    expect(answer).to.include({ language: 'de', title: 'Nicht gefunden', detail: 'Diesen Endpunkt gibt es nicht.' });
  });

  it('are in English for whoever asks for nothing, or for a language that there is not', async () => {
    const answers = [await ask('/api/nothing'), await ask('/api/nothing', 'tlh')];

    for (const answer of answers) expect(answer).to.include({ language: 'en', detail: 'There is no such endpoint.' });
  });

  it('are in English for whoever asks for thousands of languages, which nobody compares', async () => {
    const wishes = `de,${Array.from({ length: 1000 }, (_, index) => `x${index}`).join()}`;

    expect((await ask('/api/nothing', wishes)).language).to.equal('en');
  });

  for (const tag of ['de', 'ja', 'en-XA'] as const) {
    it(`name what is wrong with fields in ${tag}`, async () => {
      const say = await sayingIn(tag);

      const { errors, detail, language } = await ask('/api/form', tag, { count: 10, name: 'b' });

      const tooLarge = sentence('field.maximum', { limit: 9 });
      expect(errors).to.deep.equal([
        { path: '/count', message: say(tooLarge) },
        { path: '/name', message: say(sentence('field.pattern', { regex: '^a*$' })) },
      ]);
      expect(detail).to.equal(say(sentence('problem.invalid_input', { field: 'body/count', fault: tooLarge })));
      expect(language).to.equal(tag);
    });
  }

  it('bear marks in the pseudo-locale, also in their fields and members', async () => {
    const form = await ask('/api/form', 'en-XA', {});
    const { steps, detail } = await ask('/api/steps', 'en-XA');

    expect(form.errors?.map(({ message }) => message[0])).to.deep.equal(['[', '[']);
    expect(detail).to.match(/^\[/);
    expect(steps?.[0]).to.deep.equal({ step: 'hard_link', message: detail });
  });

  it('are refused by the compiler as a plain string, which would be English to everybody', () => {
    // @ts-expect-error words of others are marked with foreignWords
    expect(new ApiError('duplicate', 'You have it.').said).to.equal('You have it.');
  });

  it('repeat words that are not ours as they are', async () => {
    expect((await ask('/api/foreign', 'en-XA')).detail).to.equal('Not on Sundays.');
    expect((await ask('/api/fault', 'en-XA')).detail).to.equal('One is down.');
  });

  it('name no place to people who are not admins', async () => {
    const say = await sayingIn('ja');

    const { detail, errors, steps } = await ask('/api/folder', 'ja');

    const said = say(sentence('problem.no_folder', { path: '…' }));
    expect([detail, errors?.[0]?.message, steps?.[0]?.message]).to.deep.equal([said, said, said]);
  });
});
