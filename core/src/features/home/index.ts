export { MOST_SECTIONS } from './home-sections.js';
export type { HomeSections } from './home-sections.js';
