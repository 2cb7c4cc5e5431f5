import { loadMessages, type MessageGroup } from '@lectern/messages';
import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '..');

async function sources(ending: RegExp): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(SOURCE, { recursive: true })).filter((file) => ending.test(file) && !file.endsWith('.spec.ts'));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(SOURCE, file), 'utf8') })));
}

/** The groups that some part of the program says it needs. */
function groupsNeeded(code: string): MessageGroup[] {
  return [...code.matchAll(/\bneedMessages\(([^)]*)\)/g)].flatMap(([, groups = '']) =>
    [...groups.matchAll(/'(\w+)'/g)].map(([, group]) => group as MessageGroup),
  );
}

describe('messages of the web UI', () => {
  let code: string;

  before(async () => {
    // the words of the splash are in the page itself
    const build = await readFile(join(SOURCE, '../scripts/finish-build.ts'), 'utf8');
    code = [...(await sources(/\.tsx?$/)).map(({ text }) => text), build].join('\n');
  });

  it('are each used somewhere', async () => {
    // Keys made from a template, such as `status.${status}`, count by their fixed prefix.
    const prefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
    const loaded = await Promise.all([...new Set(groupsNeeded(code))].map((group) => loadMessages('en', group)));
    const keys = loaded.flatMap(Object.keys);
    const unused = keys.filter((key) => !code.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)));

    expect(keys).to.include('app.name');
    expect(unused).to.deep.equal([]);
  });
});

describe('styles', () => {
  it('name the sides of a line by start and end, so that they hold from right to left', async () => {
    const physical =
      /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|float|text-align)\s*:\s*([^;}]*)/g;
    // of four sides, the second is the right one and the fourth the left one
    const four = /\b(?:padding|margin|inset): [^\s;()]+ ([^\s;()]+) [^\s;()]+ (?!\1;)[^\s;()]+;/g;
    const found = (await sources(/\.css$/)).flatMap(({ file, text }) =>
      [...text.matchAll(physical), ...text.matchAll(four)]
        .map(([whole]) => whole.trim())
        .filter((rule) => !/^(?:float|text-align)/.test(rule) || /:\s*(?:left|right)\b/.test(rule))
        .map((rule) => `${file}: ${rule}`),
    );

    expect(found).to.deep.equal([]);
  });

  it('name the side of the parent twice, since Chromium knows only its own name for it', async () => {
    const alone = /(?<!text-align: -webkit-match-parent;\s*)text-align: match-parent/;
    const found = (await sources(/\.css$/)).filter(({ text }) => alone.test(text)).map(({ file }) => file);

    expect(found).to.deep.equal([]);
  });

  it('say start and end in properties of components as well', async () => {
    const physical = /\s(?:ml|mr|pl|pr)=|\b(?:margin|padding|border)(?:Left|Right)\b|textAlign: '(?:left|right)'/g;
    const found = (await sources(/\.tsx$/)).flatMap(({ file, text }) =>
      [...text.matchAll(physical)].map(([rule]) => `${file}: ${rule.trim()}`),
    );

    expect(found).to.deep.equal([]);
  });
});
