/**
 * `npm run bench -- merges FOLDER`: real merges of the git repositories in a folder. One parent of a merge is the developer's text,
 * the other one an agent's edit of their common base; what people committed is the truth, `git merge-file` the peer. Each merge is
 * made in four ways: the edit comes as a patch or as a whole file, and the developer's changes are known one by one or only as two texts.
 *
 * `MERGES_LIMIT` is the number of files taken of each repository (250).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { hunkChanges } from '../../../src/edits/hunks.ts';
import { planEdits } from '../../../src/edits/plan.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';
import type { BenchRow } from '../benchRow.ts';

const perRepository = Number(process.env['MERGES_LIMIT'] ?? 250);
const perMerge = 3;
const maxLength = 300_000;
const maxOutput = 1 << 28;

/** One file of a merge: its texts in the common base, in both parents, and as it was committed. */
interface Merge {
  readonly commit: string;
  readonly path: string;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly people: string;
}

type Outcome = 'right' | 'refused' | 'wrong';

class Clone {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  merges(): readonly Merge[] {
    const found: Merge[] = [];
    for (const line of this.#git('log', '--merges', '--format=%H %P').trim().split('\n')) {
      const [commit = '', mine, theirs, another] = line.split(' ');
      if (mine === undefined || theirs === undefined || another !== undefined) continue;
      const [base, ...others] = this.#git('merge-base', '--all', mine, theirs).trim().split('\n');
      if (base === undefined || base === '' || others.length > 0 || base === mine || base === theirs) continue;
      const [ours, other] = [this.#changed(base, mine), this.#changed(base, theirs)];
      const both = [...ours].filter(([path, blob]) => other.has(path) && other.get(path)?.new !== blob.new);
      for (const [path, blob] of both.slice(0, perMerge)) {
        const texts = this.#texts(blob.old, blob.new, other.get(path)?.new ?? '', `${commit}:${path}`);
        if (texts === null) continue;
        const [oldText = '', mineText = '', theirText = '', people = ''] = texts;
        if (oldText === mineText || oldText === theirText) continue;
        found.push({ commit, path, base: oldText, mine: mineText, theirs: theirText, people });
      }
      if (found.length >= perRepository) break;
    }
    return found.slice(0, perRepository);
  }

  #changed(from: string, to: string): ReadonlyMap<string, { readonly old: string; readonly new: string }> {
    const lines = this.#git('diff-tree', '-r', '--no-renames', '--diff-filter=M', from, to).trim().split('\n');
    return new Map(
      lines.flatMap((line) => {
        const [fields = '', path] = line.split('\t');
        const [, , old = '', newer = ''] = fields.split(' ');
        return path === undefined ? [] : [[path, { old, new: newer }]];
      }),
    );
  }

  /** Texts with line feeds; null if one is missing, long or binary. */
  #texts(...names: readonly string[]): readonly string[] | null {
    const args = ['-C', this.#path, 'cat-file', '--batch'];
    const output = execFileSync('git', args, { input: names.join('\n'), maxBuffer: maxOutput, stdio: 'pipe' });
    const texts: string[] = [];
    for (let at = 0; texts.length < names.length; ) {
      const end = output.indexOf('\n', at);
      const [, type, size] = output.toString('utf8', at, end).split(' ');
      if (type !== 'blob' || Number(size) > maxLength) return null;
      const text = output.toString('utf8', end + 1, end + 1 + Number(size));
      if (/[\0\ufffd]/.test(text)) return null;
      texts.push(text.replace(/\r\n?/g, '\n'));
      at = end + Number(size) + 2;
    }
    return texts;
  }

  #git(...args: readonly string[]): string {
    try {
      return execFileSync('git', ['-C', this.#path, ...args], {
        encoding: 'utf8',
        maxBuffer: maxOutput,
        stdio: 'pipe',
      });
    } catch {
      return '';
    }
  }
}

/** Git's own merge of three texts. */
class Peer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'merges-'));

  merge({ base, mine, theirs }: Merge): string | null {
    const names = Object.entries({ mine, base, theirs }).map(([name, text]) => this.#write(name, text));
    try {
      const args = ['merge-file', '-p', '-q', ...names];
      return execFileSync('git', args, { encoding: 'utf8', maxBuffer: maxOutput, stdio: 'pipe' });
    } catch {
      return null;
    }
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #write(name: string, text: string): string {
    writeFileSync(join(this.#folder, name), text);
    return join(this.#folder, name);
  }
}

/** What the four ways make of a merge; null for a conflict. */
function merged(merge: Merge): readonly (string | null)[] {
  const [base, now] = [SourceText.from(merge.base), SourceText.from(merge.theirs)];
  const paths = { oldPath: merge.path, newPath: merge.path };
  const changesTo = (text: string) => {
    const patch = unifiedDiff(base, SourceText.from(text), paths);
    return ChangeSet.of(hunkChanges(merge.base, patch, 'edit', '\n'), base.length);
  };
  const wanted = [
    changesTo(merge.mine),
    ChangeSet.of([{ start: 0, end: base.length, newText: merge.mine }], base.length),
  ];
  const happened = [
    changesTo(merge.theirs),
    ChangeSet.of(textDiff(merge.base, merge.theirs, 'characters'), base.length),
  ];
  return wanted.flatMap((mine) =>
    happened.map((theirs) => {
      const plan = planEdits({ base, now, wanted: mine, happened: theirs, lineBreak: '\n' });
      return plan === null ? null : plan.changes.apply(now).toString();
    }),
  );
}

/** Returns true if a line occurs more often than in any text of the merge, or than both sides together have it. */
function hasDoubled(text: string, { base, mine, theirs, people }: Merge): boolean {
  const [found, ...known] = [text, base, mine, theirs, people].map((one) => {
    const counts = new Map<string, number>();
    for (const line of one.split('\n')) if (line.trim().length > 3) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  });
  return [...(found ?? [])].some(([line, count]) => {
    const [inBase = 0, inMine = 0, inTheirs = 0, inPeople = 0] = known.map((one) => one.get(line) ?? 0);
    return (
      inBase + inMine + inTheirs > 0 && count > Math.max(inBase, inMine, inTheirs, inPeople, inMine + inTheirs - inBase)
    );
  });
}

function outcomeOf(text: string | null, people: string): Outcome {
  if (text === null) return 'refused';
  return text === people ? 'right' : 'wrong';
}

export async function run(): Promise<BenchRow[]> {
  const folder = process.env['BENCH_FOLDER'] ?? '';
  if (folder === '') return [];
  const names = readdirSync(folder).sort();
  const peer = new Peer();
  const languages = new Set<string>();
  const byGit: Record<Outcome, number> = { right: 0, refused: 0, wrong: 0 };
  const ours = { doubled: 0, refused: 0, wrong: 0, unlike: 0, merged: 0, asPeople: 0 };
  let [count, repositories] = [0, 0];
  for (const name of names) {
    const merges = new Clone(join(folder, name)).merges();
    repositories += Number(merges.length > 0);
    for (const merge of merges) {
      languages.add(extname(merge.path));
      const git = peer.merge(merge);
      const gitOutcome = outcomeOf(git, merge.people);
      const texts = merged(merge);
      const outcomes = texts.map((text) => outcomeOf(text, merge.people));
      count++;
      byGit[gitOutcome]++;
      const isDoubled = texts.some((text) => text !== null && text !== git && hasDoubled(text, merge));
      ours.doubled += Number(isDoubled);
      const isWorse = gitOutcome === 'right' && outcomes.some((one) => one !== 'right');
      const isOther = gitOutcome === 'refused' && outcomes.includes('wrong');
      if (isDoubled || isWorse || isOther)
        console.log(
          `  ${merge.commit} ${merge.path}: git ${gitOutcome}, ours ${outcomes.join(' ')}${isDoubled ? ', doubled' : ''}`,
        );
      if (gitOutcome === 'right') {
        ours.refused += Number(outcomes.includes('refused'));
        ours.wrong += Number(outcomes.includes('wrong'));
      } else if (gitOutcome === 'wrong') ours.unlike += Number(texts.some((text) => text !== null && text !== git));
      else if (!outcomes.every((one) => one === 'refused')) {
        ours.merged++;
        ours.asPeople += Number(outcomes.every((one) => one !== 'wrong'));
      }
    }
    console.log(`${name}: ${merges.length} merges`);
  }
  peer.dispose();
  const worse = ours.refused + ours.wrong;
  const of = `${count} merges of ${repositories} repositories, ${languages.size} kinds of files`;
  const git = `git right ${byGit.right}, conflict ${byGit.refused}, other than people ${byGit.wrong}`;
  const row = (name: string, value: number, must: number, text: string, others: string): BenchRow => ({
    ...{ name: `${name} (${of})`, ours: text, peer: others, ratio: '–', must: `≤ ${must}`, aim: '0' },
    reached: value === 0 ? 'aim' : value <= must ? 'must' : 'no',
  });
  return [
    row('merges: a line doubled in any of four ways', ours.doubled, 0, `${ours.doubled}`, git),
    row('merges: refused or wrong where git is right', worse, 5, `${ours.refused} refused, ${ours.wrong} wrong`, git),
    row('merges: unlike git where git is other than people', ours.unlike, 5, `${ours.unlike}`, git),
    row(
      'merges: of what git leaves to people, merged otherwise than they did',
      ours.merged - ours.asPeople,
      Math.floor(ours.merged / 10),
      `${ours.merged} merged, ${ours.asPeople} as people did`,
      git,
    ),
  ];
}
