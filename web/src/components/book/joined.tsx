import { Fragment, type ReactNode } from 'react';

/** Facts with dots between them; absent ones are left out. */
export function Joined({ children }: { children: readonly ReactNode[] }) {
  const present = children.filter((fact) => fact !== null && fact !== undefined && fact !== '' && fact !== false);
  return present.map((fact, index) => (
    <Fragment key={index}>
      {index > 0 ? ' · ' : ''}
      {fact}
    </Fragment>
  ));
}
