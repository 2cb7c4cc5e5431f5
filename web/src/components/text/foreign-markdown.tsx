import Markdown from 'markdown-to-jsx/react';
import { FOREIGN_MARKDOWN, LONGEST_FOREIGN_TEXT } from './foreign-markdown-options.js';
import classes from './foreign-markdown.module.css';

/** Markdown that strangers wrote. */
export function ForeignMarkdown({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      <Markdown options={FOREIGN_MARKDOWN}>{text.slice(0, LONGEST_FOREIGN_TEXT)}</Markdown>
    </div>
  );
}
