import type { Sha256 } from '../base/hash.ts';
import { LruMap } from '../base/lruMap.ts';
import { placeholderOf } from './placeholder.ts';
import type { RedactionFile, StoredProject } from './redactionFile.ts';

/** A project remembers so many secrets, and so many projects are remembered; the oldest go first. */
const maxKnown = 4_096;
const maxProjects = 64;
const maxDigests = 4_096;

interface Project {
  readonly next: Map<string, number>;
  /** Placeholders by digest, the least recently seen first. */
  readonly known: Map<string, { readonly kind: string; readonly number: number }>;
  readonly allowed: Set<string>;
}

/**
 * Which placeholder stands for which secret, by project. A secret gets its kind and number when it is first seen and keeps both, over
 * reloads too. Only digests are stored.
 */
export class KnownSecrets {
  readonly #file: RedactionFile;
  readonly #sha256: Sha256;
  readonly #salt: string;
  readonly #projects = new LruMap<string, Project>(maxProjects);
  readonly #digests = new LruMap<string, string>(maxDigests);

  private constructor(file: RedactionFile, sha256: Sha256, salt: string, projects: readonly StoredProject[]) {
    this.#file = file;
    this.#sha256 = sha256;
    this.#salt = salt;
    for (const project of projects) this.#projects.set(project.projectId, restored(project));
  }

  /** `newSalt` makes random text for a first start. */
  static async open(file: RedactionFile, sha256: Sha256, newSalt: () => string): Promise<KnownSecrets> {
    const stored = await file.load();
    return new KnownSecrets(file, sha256, stored?.salt ?? newSalt(), stored?.projects ?? []);
  }

  placeholder(projectId: string, kind: string, secret: string): string {
    const project = this.#project(projectId);
    const digest = this.digest(secret);
    const known = project.known.get(digest);
    if (known !== undefined) return placeholderOf(known.kind, known.number);
    const number = project.next.get(kind) ?? 1;
    project.next.set(kind, number + 1);
    project.known.set(digest, { kind, number });
    void this.#save();
    return placeholderOf(kind, number);
  }

  isAllowed(projectId: string, secret: string): boolean {
    const allowed = this.#projects.get(projectId)?.allowed;
    return allowed !== undefined && allowed.size > 0 && allowed.has(this.digest(secret));
  }

  /** Lets the secret of a placeholder be seen, or hides it again; false when the project knows no such placeholder. */
  async allow(projectId: string, placeholder: string, allowed: boolean): Promise<boolean> {
    const project = this.#project(projectId);
    for (const [digest, { kind, number }] of project.known) {
      if (placeholderOf(kind, number) !== placeholder) continue;
      if (allowed) project.allowed.add(digest);
      else project.allowed.delete(digest);
      await this.#save();
      return true;
    }
    return false;
  }

  /** Settles when all is stored. */
  flush(): Promise<void> {
    return this.#save();
  }

  digest(secret: string): string {
    return this.#digests.getOrMake(secret, () => this.#sha256(`${this.#salt}\n${secret}`));
  }

  #project(projectId: string): Project {
    return this.#projects.getOrMake(projectId, newProject);
  }

  #save(): Promise<void> {
    return this.#file.save(() => ({
      version: 1,
      salt: this.#salt,
      projects: [...this.#projects].map(([projectId, { next, known, allowed }]) => ({
        projectId,
        next: Object.fromEntries(next),
        known: [...known].map(([digest, { kind, number }]) => [digest, kind, number]),
        allowed: [...allowed],
      })),
    }));
  }
}

function newProject(): Project {
  return { next: new Map(), known: new LruMap(maxKnown), allowed: new Set() };
}

function restored({ next, known, allowed }: StoredProject): Project {
  const project = newProject();
  for (const [kind, number] of Object.entries(next)) project.next.set(kind, number);
  for (const [digest, kind, number] of known) project.known.set(digest, { kind, number });
  for (const digest of allowed) project.allowed.add(digest);
  return project;
}
