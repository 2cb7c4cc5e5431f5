import { useRef, useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { coverArtOf } from './cover-art.js';
import classes from './cover.module.css';
import { useNearView } from './near-view.js';
import { PlaceholderArt } from './placeholder-art.js';

interface CoverProps {
  title: string;
  author: string;
  /** Null or a failing address shows the placeholder. */
  src: string | null;
  /** Rendered width in CSS pixels; the requested image is twice as wide. */
  width: number;
  /** In view from the start: fetched at once, and shown as soon as it is there. */
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
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearView(frame, eager);
  const art = coverArtOf(title, author);
  const picture = failed === src ? null : src;

  return (
    <div ref={frame} className={`${classes.cover} ${className ?? ''}`} style={{ background: art.ground }}>
      {picture === null ? (
        <div className={classes.art} style={{ color: art.text }} aria-hidden="true">
          <PlaceholderArt art={art} />
          <span className={classes.title} data-long={title.length > 36} dir="auto">
            {title}
          </span>
          <span className={classes.author} dir="auto">
            {author}
          </span>
        </div>
      ) : null}
      {picture !== null && isNear ? (
        <img
          src={withBase(sized(picture, width))}
          alt=""
          width={width}
          height={width}
          decoding="async"
          data-loaded={eager || loaded}
          onLoad={() => setLoaded(true)}
          onError={() => setFailed(picture)}
        />
      ) : null}
    </div>
  );
}
