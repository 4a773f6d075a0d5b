import { LruMap } from '../base/lruMap.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import { placeholderOf } from './placeholder.ts';
import type { RedactionFile, StoredProject, StoredRedactions } from './redactionFile.ts';

/** Maximum numbers of secrets that a project remembers, of projects, of digests and of decisions; the oldest go first. */
const maxKnown = 4_096;
const maxKnownProjects = 64;
const maxDigests = 4_096;
const maxDecisions = 4_096;

/** How many numbers a window reserves at a time; it reserves the next ones when half of them are given. */
const unitsAtOnce = 10_000;

/** How often a window looks at what others have decided, ms. */
const refreshMs = 1_000;

/** What the developer decided of a secret, and when, ms since the epoch. */
interface Decision {
  readonly allowed: boolean;
  readonly at: number;
}

interface Project {
  /** The highest number that this window has given for each kind. */
  readonly given: Map<string, number>;
  /** Placeholders by digest, the least recently seen first. */
  readonly known: LruMap<string, { readonly kind: string; readonly number: number }>;
  readonly decisions: LruMap<string, Decision>;
}

/** Numbers that this window alone gives, both included. */
interface Reserved {
  readonly from: number;
  readonly to: number;
}

/**
 * Which placeholder stands for which secret, by project. A secret gets its kind and number when it is first seen and keeps both, over
 * reloads too. Only digests are stored. Several windows may share one file.
 *
 * Laws:
 * - No placeholder stands for two secrets, in whichever window: each gives numbers that it has reserved in the file before.
 * - Of what was decided of a secret the newest holds in every window that has looked at the file since.
 */
export class KnownSecrets {
  readonly #file: RedactionFile;
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  #salt: string;
  readonly #projects = new LruMap<string, Project>(maxKnownProjects);
  readonly #digests = new LruMap<string, string>(maxDigests);
  #reserved: readonly Reserved[] = [];
  /** The highest number that this window has given for whatever kind. */
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
    // Where nothing can be stored, no other window can store either.
    if (known.#reserved.length === 0) start(await file.load());
    return known;
  }

  /** Number 0 stands for no secret in particular: this window has no number of its own left until it has stored what it gave. */
  placeholder(projectId: string, kind: string, secret: string): string {
    const project = this.#project(projectId);
    const digest = this.digest(secret);
    const known = project.known.get(digest);
    if (known !== undefined) return placeholderOf(known.kind, known.number);
    const number = this.#numberAfter(project.given.get(kind) ?? 0);
    if (number > 0) {
      project.given.set(kind, number);
      project.known.set(digest, { kind, number });
      this.#highest = Math.max(this.#highest, number);
    }
    void this.flush();
    return placeholderOf(kind, number);
  }

  isAllowed(projectId: string, secret: string): boolean {
    const decisions = this.#projects.get(projectId)?.decisions;
    return decisions !== undefined && decisions.size > 0 && decisions.get(this.digest(secret))?.allowed === true;
  }

  /** Lets the secret of a placeholder be seen, or hides it again; false when the project knows no such placeholder. */
  async allow(projectId: string, placeholder: string, allowed: boolean): Promise<boolean> {
    await this.#load();
    const project = this.#project(projectId);
    for (const [digest, { kind, number }] of project.known) {
      if (placeholderOf(kind, number) !== placeholder) continue;
      const before = project.decisions.get(digest)?.at ?? 0;
      project.decisions.set(digest, { allowed, at: Math.max(this.#clock.now(), before + 1) });
      await this.flush();
      return true;
    }
    return false;
  }

  /** Takes in what other windows have stored, once a second at most; whether they decided anything. */
  async refresh(): Promise<boolean> {
    if (Math.abs(this.#clock.now() - this.#refreshedAt) < refreshMs) return false;
    this.#refreshedAt = this.#clock.now();
    return this.#load();
  }

  /** Settles when all is stored. */
  flush(): Promise<void> {
    return this.#file.change((stored) => this.#merged(stored));
  }

  /** Stores all and gives back the numbers that were not given: the last call. */
  close(): Promise<void> {
    return this.#file.change((stored) => {
      const merged = this.#merged(stored);
      const last = this.#reserved.at(-1);
      this.#reserved = [];
      if (last?.to !== merged.reserved) return merged;
      return { ...merged, reserved: Math.max(last.from - 1, Math.min(last.to, this.#highest)) };
    });
  }

  digest(secret: string): string {
    return this.#digests.getOrMake(secret, () => this.#sha256(`${this.#salt}\n${secret}`));
  }

  async #load(): Promise<boolean> {
    const stored = await this.#file.load();
    return stored !== null && this.#takeIn(stored);
  }

  #project(projectId: string): Project {
    return this.#projects.getOrMake(projectId, newProject);
  }

  /** The next number of this window's; 0 when there is none. */
  #numberAfter(given: number): number {
    const reserved = this.#reserved.find(({ to }) => given < to);
    return reserved === undefined ? 0 : Math.max(given + 1, reserved.from);
  }

  /** What is to be stored: what the file holds and what this window knows, which takes in the former. */
  #merged(stored: StoredRedactions | null): StoredRedactions {
    if (stored !== null) this.#takeIn(stored);
    const last = this.#reserved.at(-1);
    let reserved = Math.max(stored?.reserved ?? 0, last?.to ?? 0);
    if (last === undefined || this.#highest > last.to - unitsAtOnce / 2) {
      this.#reserved = [...this.#reserved, { from: reserved + 1, to: reserved + unitsAtOnce }];
      reserved += unitsAtOnce;
    }
    return {
      version: 2,
      salt: this.#salt,
      reserved,
      projects: [...this.#projects].map(([projectId, { known, decisions }]) => ({
        projectId,
        known: [...known].map(([digest, { kind, number }]) => [digest, kind, number]),
        decisions: [...decisions].map(([digest, { allowed, at }]) => [digest, allowed, at]),
      })),
    };
  }

  /** Whether what may be shown is another now. */
  #takeIn({ salt, projects }: StoredRedactions): boolean {
    // A store with another salt was made anew: its digests tell nothing here.
    if (salt !== this.#salt) return false;
    let changed = false;
    for (const stored of projects) changed = takeInProject(this.#project(stored.projectId), stored) || changed;
    return changed;
  }
}

function newProject(): Project {
  return { given: new Map(), known: new LruMap(maxKnown), decisions: new LruMap(maxDecisions) };
}

/** Whether what may be shown is another now. What was decided at once by two windows is hidden. */
function takeInProject(project: Project, { known, decisions }: StoredProject): boolean {
  for (const [digest, kind, number] of known) {
    if (!project.known.has(digest)) project.known.set(digest, { kind, number });
  }
  let changed = false;
  for (const [digest, allowed, at] of decisions) {
    const mine = project.decisions.peek(digest);
    if (mine !== undefined && (mine.at > at || (mine.at === at && !mine.allowed))) continue;
    project.decisions.set(digest, { allowed, at });
    changed ||= (mine?.allowed ?? false) !== allowed;
  }
  return changed;
}
