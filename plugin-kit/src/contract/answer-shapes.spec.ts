import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import ts from 'typescript';
import { ANSWER_SHAPES } from '@lectern/plugin-api';

interface ObjectShape {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Required and optional members of an interface of the plugin API. */
function membersOf(file: string, name: string): { required: string[]; optional: string[] } {
  const url = new URL(`../../../plugin-api/src/${file}.ts`, import.meta.url);
  const source = ts.createSourceFile(file, readFileSync(url, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (node): node is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === name,
  );
  const members = (found?.members ?? []).map((member) => ({
    name: member.name?.getText(source) ?? '',
    isOptional: member.questionToken !== undefined,
  }));
  return {
    required: members.filter(({ isOptional }) => !isOptional).map((member) => member.name),
    optional: members.filter(({ isOptional }) => isOptional).map((member) => member.name),
  };
}

/** The content of a list or a page, or one of several forms. */
function within(shape: unknown, ...path: readonly string[]): ObjectShape {
  return path.reduce((inner, name) => (inner as Record<string, unknown>)[name], shape) as ObjectShape;
}

const ITEMS = ['properties', 'items', 'items'];

describe('the shapes of answers', () => {
  for (const [file, name, shape] of [
    ['define-plugin', 'CheckResult', within(ANSWER_SHAPES.check)],
    ['kinds/indexer', 'SearchOutcome', within(ANSWER_SHAPES.searchOutcome)],
    ['kinds/indexer', 'Release', within(ANSWER_SHAPES.searchOutcome, 'properties', 'releases', 'items')],
    ['kinds/indexer', 'SourceOutcome', within(ANSWER_SHAPES.searchOutcome, 'properties', 'sources', 'items')],
    ['kinds/download-client', 'AddResult', within(ANSWER_SHAPES.addResult)],
    ['kinds/download-client', 'DownloadStatus', within(ANSWER_SHAPES.statuses, 'items')],
    ['kinds/download-client', 'DownloadFile', within(ANSWER_SHAPES.downloadFiles, 'items')],
    ['kinds/download-client', 'HttpFile', within(ANSWER_SHAPES.ebookFetch, 'oneOf', '0', 'properties', 'files', 'items')],
    ['kinds/media-server', 'MediaLibrary', within(ANSWER_SHAPES.libraries, 'items')],
    ['kinds/media-server', 'LibraryItem', within(ANSWER_SHAPES.libraryPage, ...ITEMS)],
    ['kinds/media-server', 'ListeningProgress', within(ANSWER_SHAPES.progress, 'items')],
    ['kinds/media-server', 'CoverImage', within(ANSWER_SHAPES.cover)],
    ['kinds/sign-in-provider', 'ExternalAccount', within(ANSWER_SHAPES.account)],
    ['kinds/shelf-provider', 'ShelfBook', within(ANSWER_SHAPES.shelfPage, ...ITEMS)],
    ['kinds/ebook-source', 'EbookOutcome', within(ANSWER_SHAPES.ebookOutcome)],
    ['kinds/ebook-source', 'EbookCandidate', within(ANSWER_SHAPES.ebookOutcome, 'properties', 'candidates', 'items')],
    ['kinds/ebook-source', 'EbookWait', within(ANSWER_SHAPES.ebookFetch, 'oneOf', '1')],
    ['kinds/catalog', 'CatalogBook', within(ANSWER_SHAPES.catalogBook)],
    ['kinds/catalog', 'CatalogChapter', within(ANSWER_SHAPES.chapters, 'items')],
    ['kinds/catalog', 'CatalogCategory', within(ANSWER_SHAPES.categories, 'items')],
    ['kinds/catalog', 'CatalogAuthor', within(ANSWER_SHAPES.catalogAuthor)],
    ['kinds/catalog', 'CatalogSeries', within(ANSWER_SHAPES.catalogSeries)],
    ['call', 'Page', within(ANSWER_SHAPES.catalogPage)],
  ] as const) {
    it(`have the members of ${name}`, () => {
      const { required, optional } = membersOf(file, name);

      expect(required.length).to.be.greaterThan(0);
      expect(shape.required).to.have.members(required);
      expect(Object.keys(shape.properties)).to.have.members([...required, ...optional]);
    });
  }
});
