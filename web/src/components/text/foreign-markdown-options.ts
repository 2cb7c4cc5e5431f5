import type { MarkdownToJSX } from 'markdown-to-jsx/react';
import { createElement, type ComponentClass, type FunctionComponent, type ReactNode } from 'react';

/** Nobody reads more, and a crafted text must not keep a parser busy. */
export const LONGEST_FOREIGN_TEXT = 20_000;

function ForeignLink({ href, children }: { href?: string; children?: ReactNode }) {
  const isWeb = href !== undefined && /^https?:\/\//i.test(href);
  return isWeb
    ? createElement('a', { href, target: '_blank', rel: 'noreferrer nofollow' }, children)
    : createElement('span', null, children);
}

/** Shows only an image's name, because loading it would reveal the reader to its host. */
function NamedImage({ alt }: { alt?: string }) {
  return alt ? createElement('span', { className: 'dim' }, `[${alt}]`) : null;
}

/** An item of a task list: nothing clickable, and nothing without a label. */
function Tick({ checked }: { checked?: boolean }) {
  return createElement('span', null, checked ? '☑' : '☐');
}

/** Drops ids, because a stranger's could replace those of the page. */
function withoutId(type: string | FunctionComponent | ComponentClass, props: object | null, ...children: ReactNode[]) {
  const own: object = { ...props, id: undefined };
  return createElement(type, own, ...children);
}

/** A stranger's headings must not mix with those of the page. */
const heading = { component: 'p', props: { 'data-heading': true } };

/** Rendering of Markdown that strangers wrote: no HTML, no images, links only to the web. */
export const FOREIGN_MARKDOWN: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  createElement: withoutId,
  overrides: {
    a: { component: ForeignLink },
    img: { component: NamedImage },
    input: { component: Tick },
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((level) => [level, heading])),
  },
};
