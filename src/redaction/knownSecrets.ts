import { LruMap } from '../base/lruMap.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import { HiddenPlaces } from './following/hiddenPlaces.ts';
import { placeholderOf } from './placeholder.ts';
import type { RedactionFile, StoredProject, StoredRedactions } from './redactionFile.ts';

/** Maximum numbers of entries per project, of digests in memory and of projects; the oldest are dropped. */
const maxKnown = 4_096;
const maxDigests = 4 * maxKnown;
const maxKnownProjects = 64;

/**
 * Numbers of what can be guessed: from its digest, so that a guess uses up none that a reader could
 * count.
 */
const leastGuessable = 100_000_000;
const guessableNumbers = 900_000_000;

/** Size of the ranges of numbers that a window reserves. The next is reserved at half of one. */
const unitsAtOnce = 10_000;

/** Minimum interval between two reads of other windows' decisions, ms. */
const refreshMs = 1_000;

type Placeholders = LruMap<string, { readonly kind: string; readonly number: number }>;

interface Project {
  /** The highest number that this window has used, by kind. */
  readonly given: Map<string, number>;
  /** Placeholders by digest, the least recently seen first. */
  readonly known: Placeholders;
  /** The developer's names of the others, from their digests. */
  readonly guessable: Placeholders;
  /** The developer's; `at` in ms since the epoch. */
  readonly decisions: LruMap<string, { readonly allowed: boolean; readonly at: number }>;
}

/**
 * Maps secrets to placeholders, by project. A secret keeps its kind and number over reloads. Only
 * digests are stored. Several windows may share one file.
 *
 * Laws:
 * - No placeholder stands for two secrets, in any window: each uses numbers that it has reserved.
 * - The newest decision about a secret wins in every window that has read the file since.
 */
export class KnownSecrets {
  readonly #file: RedactionFile;
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  #salt: string;
  readonly #projects = new LruMap<string, Project>(maxKnownProjects);
  /** Stored with the rest. */
  readonly places = new HiddenPlaces(() => void this.flush());
  readonly #digests = new LruMap<string, string>(maxDigests);
  /** A range of numbers for this window alone, both ends included. */
  #reserved: { readonly from: number; readonly to: number } | null = null;
  /** The highest number that this window has used, of any kind. */
  #highest = 0;
  #refreshedAt: number;

  private constructor(file: RedactionFile, clock: Clock, sha256: Sha256, salt: string) {
    this.#file = file;
    this.#clock = clock;
    this.#sha256 = sha256;
    this.#salt = salt;
    this.#refreshedAt = clock.now();
  }

  /** Reads what is stored; `newSalt` makes random text for a first start. */
  static async open(file: RedactionFile, clock: Clock, sha256: Sha256, newSalt: () => string): Promise<KnownSecrets> {
    const known = new KnownSecrets(file, clock, sha256, newSalt());
    const start = (stored: StoredRedactions | null) => {
      known.#salt = stored?.salt ?? known.#salt;
      return known.#merged(stored);
    };
    await file.change(start);
    // If nothing can be stored here, no other window can store either.
    if (known.#reserved === null) start(await file.load());
    return known;
  }

  /** Number 0 stands for any secret: this window has run out of numbers until the next write. */
  placeholder(projectId: string, kind: string, secret: string, isNumbered = true): string {
    const { given, known, guessable } = this.#project(projectId);
    const digest = this.#digest(secret);
    const placeholders = isNumbered ? known : guessable;
    const seen = known.get(digest) ?? placeholders.get(digest);
    if (seen !== undefined) return placeholderOf(seen.kind, seen.number);
    const number = isNumbered
      ? this.#nextNumber(given, kind)
      : leastGuessable + (Number.parseInt(digest.slice(0, 12), 16) % guessableNumbers);
    if (number > 0) placeholders.set(digest, { kind, number });
    void this.flush();
    return placeholderOf(kind, number);
  }

  /**
   * The placeholder that readers get. What can be guessed or is only in an agent's text has number 0,
   * so that the number confirms no guess.
   */
  shown(projectId: string, kind: string, secret: string): string {
    const seen = this.#project(projectId).known.get(this.#digest(secret));
    return placeholderOf(seen?.kind ?? kind, seen?.number ?? 0);
  }

  isAllowed(projectId: string, secret: string): boolean {
    return this.#projects.get(projectId)?.decisions.get(this.#digest(secret))?.allowed === true;
  }

  /** Shows the secret of a placeholder, or hides it again. False for an unknown placeholder. */
  async allow(projectId: string, placeholder: string, allowed: boolean): Promise<boolean> {
    await this.#load();
    const project = this.#project(projectId);
    for (const [digest, { kind, number }] of [...project.known, ...project.guessable]) {
      if (placeholderOf(kind, number) !== placeholder) continue;
      this.#decide(project, digest, allowed);
      await this.flush();
      return true;
    }
    return false;
  }

  /** Hides secrets that may be allowed, and stores the hidden places. */
  async hide(projectId: string, secrets: readonly string[]): Promise<void> {
    for (const secret of secrets)
      if (this.isAllowed(projectId, secret)) this.#decide(this.#project(projectId), this.#digest(secret), false);
    await this.flush();
  }

  /** Reads what other windows have stored, at most once a second. True if a decision changed. */
  async refresh(): Promise<boolean> {
    if (Math.abs(this.#clock.now() - this.#refreshedAt) < refreshMs) return false;
    this.#refreshedAt = this.#clock.now();
    return this.#load();
  }

  /** Settles when everything is stored. */
  flush(): Promise<void> {
    return this.#file.change((stored) => this.#merged(stored));
  }

  /** Stores everything and releases the unused numbers. The last call. */
  close(): Promise<void> {
    return this.#file.change((stored) => {
      const merged = this.#merged(stored);
      const last = this.#reserved;
      this.#reserved = null;
      if (last?.to !== merged.reserved) return merged;
      return { ...merged, reserved: Math.max(last.from - 1, Math.min(last.to, this.#highest)) };
    });
  }

  #digest(secret: string): string {
    return this.#digests.getOrMake(secret, () => this.#sha256(`${this.#salt}\n${secret}`));
  }

  async #load(): Promise<boolean> {
    const stored = await this.#file.load();
    return stored !== null && this.#takeIn(stored);
  }

  #project(projectId: string): Project {
    const table = <Value>() => new LruMap<string, Value>(maxKnown);
    const make = (): Project => ({ given: new Map(), known: table(), guessable: table(), decisions: table() });
    return this.#projects.getOrMake(projectId, make);
  }

  #decide({ decisions }: Project, digest: string, allowed: boolean): void {
    decisions.set(digest, { allowed, at: Math.max(this.#clock.now(), (decisions.get(digest)?.at ?? 0) + 1) });
  }

  /** The next number of this window, or 0. */
  #nextNumber(given: Map<string, number>, kind: string): number {
    const { from, to } = this.#reserved ?? { from: 1, to: 0 };
    const number = Math.max((given.get(kind) ?? 0) + 1, from);
    if (number > to) return 0;
    given.set(kind, number);
    this.#highest = Math.max(this.#highest, number);
    return number;
  }

  /** Merges the stored state into this window's and returns the result. */
  #merged(stored: StoredRedactions | null): StoredRedactions {
    if (stored !== null) this.#takeIn(stored);
    const last = this.#reserved;
    let reserved = Math.max(stored?.reserved ?? 0, last?.to ?? 0);
    if (last === null || this.#highest > last.to - unitsAtOnce / 2) {
      this.#reserved = { from: reserved + 1, to: reserved + unitsAtOnce };
      reserved += unitsAtOnce;
    }
    return {
      version: 2,
      salt: this.#salt,
      reserved,
      places: this.places.stored,
      projects: [...this.#projects].map(([projectId, { known, decisions }]) => ({
        projectId,
        known: [...known].map(([digest, { kind, number }]) => [digest, kind, number]),
        decisions: [...decisions].map(([digest, { allowed, at }]) => [digest, allowed, at]),
      })),
    };
  }

  /** Returns true if a decision changed. */
  #takeIn({ salt, projects, places }: StoredRedactions): boolean {
    // A store with another salt is a new one: its digests mean nothing here.
    if (salt !== this.#salt) return false;
    this.places.takeIn(places);
    return projects.map((stored) => takeInProject(this.#project(stored.projectId), stored)).includes(true);
  }
}

/** Returns true if a decision changed. Of two simultaneous decisions, the one that hides wins. */
function takeInProject(project: Project, { known, decisions }: StoredProject): boolean {
  for (const [digest, kind, number] of known)
    if (!project.known.has(digest)) project.known.set(digest, { kind, number });
  let changed = false;
  for (const [digest, allowed, at] of decisions) {
    const mine = project.decisions.peek(digest);
    if (mine !== undefined && (mine.at > at || (mine.at === at && !mine.allowed))) continue;
    project.decisions.set(digest, { allowed, at });
    changed ||= (mine?.allowed ?? false) !== allowed;
  }
  return changed;
}
