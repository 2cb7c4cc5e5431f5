export { OWN_RELEASES_ID, type CandidateStore, type StoredCandidate } from './candidate-store.js';
export { ebookCandidateOf } from './ebook-release.js';
