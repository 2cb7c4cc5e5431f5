import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './statistics.module.css';

/** A row: what is counted, and how much of it there is. */
export interface CountRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  /** A second number, which has no bar. */
  readonly more?: number;
}

interface CountTableProps {
  title: string;
  /** Heads the names. */
  of: string;
  /** Heads the numbers. */
  counted: string;
  /** Heads the second numbers. */
  more?: string;
  rows: readonly CountRow[];
}

/** Names with their numbers, each with a bar that compares it to the largest; nothing without rows. */
export function CountTable({ title, of, counted, more, rows }: CountTableProps) {
  const { number } = useI18n();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  if (rows.length === 0) return null;
  return (
    <table className={classes.counts}>
      <caption className={more === undefined ? classes.caption : 'visually-hidden'}>{title}</caption>
      <thead className={more === undefined ? 'visually-hidden' : undefined}>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">{counted}</th>
          {more === undefined ? null : <th scope="col">{more}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, more: second }) => (
          <tr key={key}>
            <th scope="row">
              <span className={classes.name}>{name}</span>
              <span className={classes.track} aria-hidden="true">
                <span style={{ inlineSize: `${(count / most) * 100}%` }} />
              </span>
            </th>
            <td>{number(count)}</td>
            {second === undefined ? null : <td>{number(second)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
