export { createAudibleSimulator, startAudibleSimulator } from './audible-simulator.js';
export type { AudibleSimulator, AudibleSimulatorOptions } from './audible-simulator.js';
export { createCoverPng } from './cover-png.js';
export { demoAuthors } from './demo-authors.js';
export type { DemoAuthor, DemoBook, DemoCategory } from './demo-book.js';
export { demoBooks } from './demo-catalogue.js';
export { demoCategories } from './demo-categories.js';
