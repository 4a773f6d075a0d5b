import type { Sha256 } from '../base/hash.ts';
import { placeholderOf } from './placeholder.ts';
import type { RedactionStore, StoredProject } from './redactionStore.ts';

/** A project remembers so many secrets, and so many projects are remembered; the oldest go first. */
const maxKnown = 4_096;
const maxProjects = 64;
const keptDigests = 4_096;

interface Project {
  readonly next: Map<string, number>;
  /** Placeholders by digest, the oldest first. */
  readonly known: Map<string, { readonly kind: string; readonly number: number }>;
  readonly allowed: Set<string>;
}

/**
 * Which placeholder stands for which secret, by project. A secret gets its kind and number when it is first seen and keeps both, over
 * reloads too. Only digests are stored.
 */
export class KnownSecrets {
  readonly #store: RedactionStore;
  readonly #sha256: Sha256;
  readonly #salt: string;
  readonly #projects: Map<string, Project>;
  readonly #digests = new Map<string, string>();

  private constructor(store: RedactionStore, sha256: Sha256, salt: string, projects: readonly StoredProject[]) {
    this.#store = store;
    this.#sha256 = sha256;
    this.#salt = salt;
    this.#projects = new Map(projects.map((project) => [project.projectId, restored(project)]));
  }

  /** `newSalt` makes random text for a first start. */
  static async open(store: RedactionStore, sha256: Sha256, newSalt: () => string): Promise<KnownSecrets> {
    const stored = await store.load();
    return new KnownSecrets(store, sha256, stored?.salt ?? newSalt(), stored?.projects ?? []);
  }

  placeholder(projectId: string, kind: string, secret: string): string {
    const project = this.#project(projectId);
    const digest = this.digest(secret);
    const known = project.known.get(digest);
    if (known !== undefined) return placeholderOf(known.kind, known.number);
    const number = project.next.get(kind) ?? 1;
    project.next.set(kind, number + 1);
    project.known.set(digest, { kind, number });
    const eldest = project.known.keys().next().value;
    if (project.known.size > maxKnown && eldest !== undefined) project.known.delete(eldest);
    void this.#save();
    return placeholderOf(kind, number);
  }

  isAllowed(projectId: string, secret: string): boolean {
    const allowed = this.#projects.get(projectId)?.allowed;
    return allowed !== undefined && allowed.size > 0 && allowed.has(this.digest(secret));
  }

  /** Lets the secret of a placeholder be shown, or hides it again; false when the project knows no such placeholder. */
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
    const known = this.#digests.get(secret);
    if (known !== undefined) return known;
    const digest = this.#sha256(`${this.#salt}\n${secret}`);
    if (this.#digests.size >= keptDigests) this.#digests.clear();
    this.#digests.set(secret, digest);
    return digest;
  }

  #project(projectId: string): Project {
    const known = this.#projects.get(projectId);
    const project = known ?? { next: new Map(), known: new Map(), allowed: new Set() };
    this.#projects.delete(projectId);
    this.#projects.set(projectId, project);
    const eldest = this.#projects.keys().next().value;
    if (this.#projects.size > maxProjects && eldest !== undefined) this.#projects.delete(eldest);
    return project;
  }

  #save(): Promise<void> {
    return this.#store.save(() => ({
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

function restored({ next, known, allowed }: StoredProject): Project {
  return {
    next: new Map(Object.entries(next)),
    known: new Map(known.map(([digest, kind, number]) => [digest, { kind, number }])),
    allowed: new Set(allowed),
  };
}
