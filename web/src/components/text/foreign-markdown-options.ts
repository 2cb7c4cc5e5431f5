import type { MarkdownToJSX } from 'markdown-to-jsx/react';
import { createElement, type ComponentClass, type FunctionComponent, type ReactNode } from 'react';

/** Nobody reads more, and a parser may not be kept busy by a text that was made for that. */
export const LONGEST_FOREIGN_TEXT = 20_000;

function ForeignLink({ href, children }: { href?: string; children?: ReactNode }) {
  const isWeb = href !== undefined && /^https?:\/\//i.test(href);
  return isWeb
    ? createElement('a', { href, target: '_blank', rel: 'noreferrer nofollow' }, children)
    : createElement('span', null, children);
}

/** An image is only named: to load it would tell its host who looks. */
function NamedImage({ alt }: { alt?: string }) {
  return alt ? createElement('span', { className: 'dim' }, `[${alt}]`) : null;
}

/** An item of a list of tasks: nothing that could be ticked, and nothing without a label. */
function Tick({ checked }: { checked?: boolean }) {
  return createElement('span', null, checked ? '☑' : '☐');
}

/** The ids on a page are its own: a stranger's could take their places. */
function withoutId(type: string | FunctionComponent | ComponentClass, props: object | null, ...children: ReactNode[]) {
  const own: object = { ...props, id: undefined };
  return createElement(type, own, ...children);
}

/** The page has headings of its own, which those of a stranger may not join. */
const heading = { component: 'p', props: { 'data-heading': true } };

/** What is drawn of Markdown that strangers wrote: no HTML of theirs, no images, no links but to the web. */
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
