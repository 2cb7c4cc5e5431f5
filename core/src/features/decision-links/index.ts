export type { DecisionLinks, DecisionPaths } from './decision-links.js';
