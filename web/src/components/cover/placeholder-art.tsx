import type { CoverArt } from './cover-art.js';

function Shape({ art }: { art: CoverArt }) {
  const shift = Math.round(art.offset * 24);
  switch (art.pattern) {
    case 'sun':
      return <circle cx={62 + shift / 2} cy={92} r={20 + shift / 3} />;
    case 'hills':
      return (
        <>
          <path d={`M0 ${86 - shift / 4} Q 28 ${70 - shift / 3} 58 86 T 100 80 V100 H0 Z`} opacity=".55" />
          <path d={`M0 94 Q 34 ${78 - shift / 5} 66 94 T 100 91 V100 H0 Z`} />
        </>
      );
    case 'bars':
      return (
        <>
          {[0, 1, 2, 3, 4].map((bar) => (
            <rect key={bar} x={10 + bar * 17} y={94 - ((bar * 13 + shift) % 26)} width="9" height="40" rx="1" opacity={0.5 + bar * 0.12} />
          ))}
        </>
      );
    case 'arch':
      return (
        <>
          <path d={`M${44 + shift / 2} 100 V84 a22 22 0 0 1 44 0 V100 Z`} opacity=".5" />
          <path d={`M${54 + shift / 2} 100 V86 a12 12 0 0 1 24 0 V100 Z`} />
        </>
      );
    case 'leaves':
      return (
        <>
          {[0, 1, 2].map((leaf) => (
            <path key={leaf} d={`M${30 + leaf * 22 + shift / 3} 100 q -12 -18 0 -32 q 12 14 0 32 Z`} opacity={0.55 + leaf * 0.2} />
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
