import type { CoverArt } from './cover-art.js';

function Shape({ art }: { art: CoverArt }) {
  const shift = Math.round(art.offset * 24);
  switch (art.pattern) {
    case 'sun':
      return <circle cx={62 + shift / 2} cy={78} r={26 + shift / 3} />;
    case 'hills':
      return (
        <>
          <path d={`M0 ${78 - shift / 3} Q 28 ${58 - shift / 2} 58 78 T 100 72 V100 H0 Z`} opacity=".55" />
          <path d={`M0 90 Q 34 ${70 - shift / 4} 66 90 T 100 86 V100 H0 Z`} />
        </>
      );
    case 'bars':
      return (
        <>
          {[0, 1, 2, 3, 4].map((bar) => (
            <rect key={bar} x={10 + bar * 17} y={92 - ((bar * 13 + shift) % 34)} width="9" height="40" rx="1" opacity={0.5 + bar * 0.12} />
          ))}
        </>
      );
    case 'arch':
      return (
        <>
          <path d={`M${44 + shift / 2} 100 V74 a22 22 0 0 1 44 0 V100 Z`} opacity=".5" />
          <path d={`M${54 + shift / 2} 100 V78 a12 12 0 0 1 24 0 V100 Z`} />
        </>
      );
    case 'leaves':
      return (
        <>
          {[0, 1, 2].map((leaf) => (
            <path key={leaf} d={`M${30 + leaf * 22 + shift / 3} 100 q -14 -22 0 -40 q 14 18 0 40 Z`} opacity={0.55 + leaf * 0.2} />
          ))}
        </>
      );
  }
}

export function PlaceholderArt({ art }: { art: CoverArt }) {
  return (
    <svg viewBox="0 0 100 100" fill={art.shape} aria-hidden="true" preserveAspectRatio="xMidYMax slice">
      <Shape art={art} />
    </svg>
  );
}
