/** Of links to pages of others, such as a media server: they open beside this one and learn nothing of it. */
export const ELSEWHERE = { target: '_blank', rel: 'noopener noreferrer' } as const;
