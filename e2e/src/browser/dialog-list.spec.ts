import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { DIALOGS, NOT_OPENED } from './dialog-entries.spec.support.js';

const WEB = fileURLToPath(new URL('../../../web/src', import.meta.url));
const DRAWS = /<(?:Dialog|ConfirmDialog|Modal\.Root|Modal|Drawer\.Root|Drawer|ActionMenu|Menu|Popover)[\s>]/;

describe('the list of dialogs', () => {
  it('has an entry for each component that draws one', async () => {
    const files = (await readdir(WEB, { recursive: true })).filter((name) => name.endsWith('.tsx'));
    const drawing = await Promise.all(files.map(async (name) => (DRAWS.test(await readFile(join(WEB, name), 'utf8')) ? [name] : [])));
    const listed = [...DIALOGS.map(({ file }) => file), ...Object.keys(NOT_OPENED)];

    expect([...listed].sort()).to.deep.equal(drawing.flat().sort());
  });
});
