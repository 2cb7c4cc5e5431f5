import { useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { coverArtOf } from './cover-art.js';
import classes from './cover.module.css';
import { PlaceholderArt } from './placeholder-art.js';

interface CoverProps {
  title: string;
  author: string;
  /** Null or a failing address shows the placeholder. */
  src: string | null;
  /** Rendered width in CSS pixels; the requested image is twice as wide. */
  width: number;
  /** Above the fold: load at once. */
  eager?: boolean;
  className?: string;
}

function sized(src: string, width: number): string {
  if (!src.startsWith('/api/covers/')) return src;
  const [path] = src.split('?');
  return `${path ?? src}?w=${width <= 100 ? 200 : width <= 200 ? 400 : 600}`;
}

/** A square cover. It is decorative, because the title is beside it, so it has no text alternative. */
export function Cover({ title, author, src, width, eager = false, className }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const [loaded, setLoaded] = useState(false);
  const art = coverArtOf(title, author);
  const showImage = src !== null && failed !== src;

  return (
    <div className={`${classes.cover} ${className ?? ''}`} style={{ background: art.ground }}>
      {showImage ? (
        <img
          src={withBase(sized(src, width))}
          alt=""
          width={width}
          height={width}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          data-loaded={loaded}
          onLoad={() => setLoaded(true)}
          onError={() => setFailed(src)}
        />
      ) : (
        <div className={classes.art} style={{ color: art.text }} aria-hidden="true">
          <PlaceholderArt art={art} />
          <span className={classes.title} data-long={title.length > 36}>
            {title}
          </span>
          <span className={classes.author}>{author}</span>
        </div>
      )}
    </div>
  );
}
