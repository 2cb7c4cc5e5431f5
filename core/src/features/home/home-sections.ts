import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { FieldError } from '../../platform/http/validation.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { categoryOf, isKeepable, type CatalogService } from '../catalog/index.js';
import { FETCH_CATEGORIES } from './fetch-categories-job.js';
import { DEFAULT_SECTIONS, type SectionKind } from './section-kinds.js';
import { readSections, replaceSections, shownCategorySections } from './section-store.js';
import { sentence, type Said } from '../../platform/words/index.js';

/** A section as somebody arranged it. */
export interface ArrangedSection {
  readonly section: string;
  /** Our name of the section, or that of a category, which the catalogue gives. */
  readonly title: Said;
  /** Nothing fills it any more: the catalogue has dropped the category, or the server's region does not have this id. */
  readonly isGone: boolean;
}

/** The order of somebody's home page. */
export interface Arrangement {
  readonly sections: readonly ArrangedSection[];
  /** They never arranged it. */
  readonly isDefault: boolean;
}

/** The sections that people show on the home page, and their order. */
export interface HomeSections {
  /** The kinds of sections besides categories. */
  readonly kinds: readonly SectionKind[];
  /** Reads an arrangement in at most three statements. */
  of(userId: string): Promise<Arrangement>;
  /**
   * Saves an order; an empty one restores the default. A section that was shown before may stay although nothing fills it any more.
   *
   * @throws ApiError 422 `unknown_section`, 503 `catalogue_unavailable` when a new category cannot be looked up
   */
  arrange(userId: string, sections: readonly string[]): Promise<Arrangement>;
  /** Categories that anybody shows, in one statement. */
  shownCategories(): Promise<readonly string[]>;
}

/** Sections that a person may show. */
export const MOST_SECTIONS = 12;

export interface HomeSectionsDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'categories' | 'knownCategories'>;
  readonly kinds: readonly SectionKind[];
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  /** Called after a person's sections changed. */
  readonly onChange: (userId: string) => void;
}

function categoriesOf(sections: readonly string[]): string[] {
  return sections.flatMap((section) => categoryOf(section) ?? []);
}

export function createHomeSections({ database, catalog, kinds, jobs, onChange }: HomeSectionsDeps): HomeSections {
  const kindOf = new Map(kinds.map((kind) => [kind.section, kind]));

  async function describe(saved: readonly string[]): Promise<Arrangement> {
    const sections = saved.length > 0 ? saved : DEFAULT_SECTIONS;
    const known = await catalog.knownCategories(categoriesOf(sections));
    return {
      isDefault: saved.length === 0,
      sections: sections.map((section) => {
        const category = categoryOf(section);
        const { name, isGone = true } = (category === undefined ? undefined : known.get(category)) ?? {};
        const kind = kindOf.get(section);
        return { section, title: kind?.title ?? name ?? category ?? section, isGone: kind === undefined && isGone };
      }),
    };
  }

  /** @throws ApiError 422 `unknown_section` */
  async function mustBeKnown(sections: readonly string[], shown: ReadonlySet<string>): Promise<void> {
    const added = sections.filter((section) => !shown.has(section) && !kindOf.has(section));
    if (added.length === 0) return;
    const isCategoryAdded = categoriesOf(added).length > 0;
    const tree = isCategoryAdded ? (await catalog.categories()).items : [];
    const listed = new Set(tree.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)]));
    const errors = added.flatMap((section): FieldError[] => {
      const category = categoryOf(section);
      if (category !== undefined && listed.has(category) && isKeepable(category)) return [];
      return [{ path: `/sections/${sections.indexOf(section)}`, message: sentence('field.unknown_section', { section }) }];
    });
    if (errors.length > 0) throw new ApiError('unknown_section', sentence('problem.no_home_section'), { errors });
  }

  return {
    kinds,
    of: async (userId) => describe(await readSections(database.read, userId)),

    async arrange(userId, sections) {
      await mustBeKnown(sections, new Set(await readSections(database.read, userId)));
      await database.transaction(async (tx) => {
        await replaceSections(tx, database.dialect, userId, sections);
        if (categoriesOf(sections).length > 0) await jobs.enqueue(tx, FETCH_CATEGORIES());
        tx.afterCommit(() => onChange(userId));
      });
      return describe(sections);
    },

    shownCategories: async () => categoriesOf(await shownCategorySections(database.read)),
  };
}
