import type { PostedArticle } from './articles.js';

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (char) => ENTITIES[char] ?? char);
}

function fileElement(articles: readonly PostedArticle[], date: number): string {
  const [first] = articles;
  if (!first) return '';
  const segments = articles.map(({ id, length, part }) => {
    // posters write the size of the encoded article there
    const bytes = Math.round(length * 1.03) + 200;
    return `   <segment bytes="${bytes}" number="${part}">${escapeXml(id)}</segment>`;
  });
  return [
    ` <file poster="poster@example.test" date="${date}" subject="${escapeXml(first.subject)}">`,
    `  <groups><group>${first.group}</group></groups>`,
    '  <segments>',
    ...segments,
    '  </segments>',
    ' </file>',
  ].join('\n');
}

/** Writes the NZB of a post. `password` goes into its head when given. */
export function nzbDocument(title: string, articles: readonly PostedArticle[], password?: string): Buffer {
  const byFile = new Map<string, PostedArticle[]>();
  for (const article of articles) byFile.set(article.file, [...(byFile.get(article.file) ?? []), article]);
  const date = Math.floor(Date.now() / 1000) - 3600;
  const head = [['title', title], ...(password === undefined ? [] : [['password', password]])] as const;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE nzb PUBLIC "-//newzBin//DTD NZB 1.1//EN" "http://www.newzbin.com/DTD/nzb/nzb-1.1.dtd">',
    '<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb">',
    ' <head>',
    ...head.map(([type, value = '']) => `  <meta type="${type}">${escapeXml(value)}</meta>`),
    ' </head>',
    ...[...byFile.values()].map((parts) => fileElement(parts, date)),
    '</nzb>',
    '',
  ].join('\n');
  return Buffer.from(text, 'utf8');
}
