import { useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { coverArtOf } from './cover-art.js';
import classes from './portrait.module.css';

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** A round picture of a person, with initials where there is none. It is decorative, because the name is beside it. */
export function Portrait({ name, src, size }: { name: string; src: string | undefined; size: number }) {
  const [failed, setFailed] = useState<string>();
  const art = coverArtOf(name, name);
  const width = size <= 100 ? 200 : 400;
  return (
    <span className={classes.portrait} style={{ inlineSize: size, background: art.ground, color: art.text }} aria-hidden="true">
      {src === undefined || failed === src ? (
        <span className={classes.initials}>{initialsOf(name)}</span>
      ) : (
        <img
          src={withBase(`${src}?w=${width}`)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
        />
      )}
    </span>
  );
}
