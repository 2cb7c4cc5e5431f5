import { Skeleton } from '@mantine/core';
import classes from './book.module.css';

export function BookCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <Skeleton className={classes.skeletonCover} radius="md" />
      <Skeleton height={14} mt={12} radius="sm" width="88%" />
      <Skeleton height={12} mt={8} radius="sm" width="56%" />
    </div>
  );
}

export function BookGridSkeleton({ count = 12 }: { count?: number }) {
  return (
    <div className={classes.grid}>
      {Array.from({ length: count }, (_, index) => (
        <BookCardSkeleton key={index} />
      ))}
    </div>
  );
}
