import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { note, noteOf } from './entered.js';
import { heldSince, mark, sinceMark, type Mark } from './held-time.js';

/** A plugin, or one integration of it, whose code runs in sections: each holds the thread until it gives it back. */
export interface SectionOwner {
  readonly pluginId: string;
  /** Its id, as it stands in notes. */
  readonly bytes: Uint8Array;
  /** Called after each section and before any code of ours runs in one, while built-in objects may still be changed. */
  readonly look?: () => void;
  /** Called after a section that held the thread for long, with milliseconds. */
  readonly onHeld?: (ms: number) => void;
  /** Whether it is the import of a plugin, which was tried in another process before it was installed. */
  readonly isImport?: boolean;
}

/** Hears which plugin holds the thread; `undefined` for none. */
type Listener = (holder: SectionOwner | undefined) => void;

interface Frame {
  /** Absent while code of ours runs that the plugin called. */
  readonly owner: SectionOwner | undefined;
  readonly outer: Frame | undefined;
  /** The turn that it began with; 0 for a call. */
  readonly asyncId: number;
  readonly mark: Mark;
  /** Milliseconds in which code of ours ran. */
  oursMs: number;
}

/** A section that is longer is told to its owner. */
export const LONG_SECTION_MS = 250;

const owners = new AsyncLocalStorage<SectionOwner | undefined>();
let frame: Frame | undefined;
let listener: Listener | undefined;
const importing: SectionOwner[] = [];

/** Makes the owner of sections. */
export function sectionOwner(pluginId: string, about: Pick<SectionOwner, 'look' | 'onHeld' | 'isImport'> = {}): SectionOwner {
  return { pluginId, bytes: noteOf(pluginId), ...about };
}

function noteHolder(): void {
  const holder = frame ? frame.owner : importing[importing.length - 1];
  note(holder?.bytes);
  listener?.(frame?.owner?.isImport ? undefined : frame?.owner);
}

/**
 * Node.js imports a plugin in more than a thousand turns, in nearly none of which code of the plugin runs. Of those it is looked at in some;
 * before another plugin runs, which could be blamed for what it did; and by whoever imports it, when it has ended.
 */
const IMPORT_TURNS_PER_LOOK = 64;
let importTurns = 0;

function lookAfter(owner: SectionOwner): void {
  if (owner === importing[importing.length - 1]) {
    importTurns += 1;
    if (importTurns % IMPORT_TURNS_PER_LOOK !== 0) return;
  }
  owner.look?.();
}

function lookBefore(owner: SectionOwner): void {
  const importer = importing[importing.length - 1];
  if (importer !== undefined && importer !== owner) importer.look?.();
}

function begin(owner: SectionOwner | undefined, asyncId = 0): void {
  if (owner) lookBefore(owner);
  frame = { owner, outer: frame, asyncId, mark: mark(), oursMs: 0 };
  noteHolder();
}

function end({ owner, outer, mark: began, oursMs }: Frame): void {
  // first of all: what follows uses built-in objects
  if (owner) lookAfter(owner);
  frame = outer;
  noteHolder();
  const wall = sinceMark(began);
  if (owner === undefined) {
    if (outer) outer.oursMs += wall;
    return;
  }
  if (wall - oursMs < LONG_SECTION_MS) return;
  const held = heldSince(began) - oursMs;
  if (held >= LONG_SECTION_MS) owner.onHeld?.(Math.round(held));
}

/** The turns in which code goes on that a plugin left behind: after an `await`, in a timer, in a callback. */
const turns = createHook({
  before(asyncId) {
    const owner = owners.getStore();
    if (owner) begin(owner, asyncId);
  },
  after(asyncId) {
    if (frame?.asyncId === asyncId) end(frame);
  },
});

/**
 * From now on, each turn in which plugin code goes on is a section of it. Node.js then calls us before and after every turn, which
 * costs less than a microsecond.
 */
export function trackTurns(): void {
  turns.enable();
}

/** Tells a listener which plugin holds the thread, at every change. Imports are not told. @returns a function that ends it */
export function listenToSections(listen: Listener): () => void {
  listener = listen;
  return () => {
    if (listener === listen) listener = undefined;
  };
}

/** Calls plugin code. This call and everything that it leaves behind are sections of the owner. */
export function enter<T>(owner: SectionOwner, fn: () => T): T {
  return owners.run(owner, () => {
    begin(owner);
    const mine = frame as Frame;
    try {
      return fn();
    } finally {
      end(mine);
    }
  });
}

/** Runs code of ours that a plugin calls: neither it nor what it leaves behind is the plugin's. */
export function leave<T>(fn: () => T): T {
  const called = frame?.owner;
  if (called === undefined) return owners.run(undefined, fn);
  called.look?.();
  return owners.run(undefined, () => {
    begin(undefined);
    const mine = frame as Frame;
    try {
      return fn();
    } finally {
      end(mine);
    }
  });
}

/** Imports a plugin and notes its id until another plugin is entered, because the import runs between turns, not within this call. */
export async function enterImport<T>(owner: SectionOwner, work: () => Promise<T>): Promise<T> {
  importing.push(owner);
  noteHolder();
  try {
    return await owners.run(owner, work);
  } finally {
    importing.splice(importing.lastIndexOf(owner), 1);
    noteHolder();
  }
}
