import * as z from 'zod';
import type { FileSystem } from '../base/ports/fileSystem.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import { decodeUtf8 } from '../base/utf8.ts';

/** The file of 0.1.0: one in each workspace's own storage, each with a salt of its own. */
const earlierFileSchema = z.lazy(() =>
  z.object({
    version: z.literal(1),
    salt: z.string().min(16),
    projects: z.array(
      z.object({
        projectId: z.string(),
        known: z.array(z.tuple([z.string(), z.string(), z.int().min(1)])),
        allowed: z.array(z.string()),
      }),
    ),
  }),
);

/** What 0.1.0 remembered of a secret. */
export interface EarlierSecret {
  readonly kind: string;
  readonly number: number;
  readonly allowed: boolean;
}

/**
 * The numbers of placeholders and the allowances that 0.1.0 has left in a workspace. Its digests have another salt, so a secret is found
 * among them when it is seen again.
 */
export class EarlierRedactions {
  readonly #sha256: Sha256;
  readonly #salt: string;
  readonly #secrets = new Map<string, EarlierSecret>();
  readonly #projects = new Set<string>();

  private constructor(sha256: Sha256, { salt, projects }: z.infer<typeof earlierFileSchema>) {
    this.#sha256 = sha256;
    this.#salt = salt;
    for (const { projectId, known, allowed } of projects) {
      this.#projects.add(projectId);
      for (const [digest, kind, number] of known)
        this.#secrets.set(`${projectId}\n${digest}`, { kind, number, allowed: allowed.includes(digest) });
    }
  }

  /** Null where 0.1.0 has left nothing that can be read. */
  static async load(files: FileSystem, sha256: Sha256): Promise<EarlierRedactions | null> {
    try {
      const bytes = await files.read('redactions.json');
      const read = earlierFileSchema.safeParse(bytes === null ? null : JSON.parse(decodeUtf8(bytes)));
      return read.success ? new EarlierRedactions(sha256, read.data) : null;
    } catch {
      return null;
    }
  }

  /** The highest number of each kind in a project. */
  highest(projectId: string): ReadonlyMap<string, number> {
    const highest = new Map<string, number>();
    for (const [key, { kind, number }] of this.#secrets)
      if (key.startsWith(`${projectId}\n`)) highest.set(kind, Math.max(number, highest.get(kind) ?? 0));
    return highest;
  }

  find(projectId: string, secret: string): EarlierSecret | null {
    if (!this.#projects.has(projectId)) return null;
    return this.#secrets.get(`${projectId}\n${this.#sha256(`${this.#salt}\n${secret}`)}`) ?? null;
  }
}
