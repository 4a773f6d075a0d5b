import { AppError } from '../base/appError.ts';
import { compileGlob } from '../base/globs.ts';
import type { Assembled } from '../prompt/assemblies.ts';
import { trustedConsumers } from '../protocol/consumer.ts';
import { untrackedReasons } from '../protocol/errorCodes.ts';
import type { LedgerLine } from '../protocol/prompt/assembly.ts';
import { shortfallOf } from '../protocol/prompt/shortfalls.ts';
import type { WhyNotItem, WhyNotReason } from '../protocol/prompt/whyNot.ts';
import type { SettingKey } from '../protocol/settings.ts';
import type { Handlers } from './handlers/handlers.ts';
import type { SessionServices } from './services.ts';

/** Maximum number of files, and of declarations of a name. */
const foundFiles = 20;
const foundSymbols = 10;
/** Maximum number of pieces that are named as what would have to go. */
const namedPieces = 3;

type Because = Pick<WhyNotItem, 'reason' | 'about' | 'setting' | 'canAdd'>;

/** Files and symbols by name, each with the reason why it is or is not in a prompt. */
export function whyNotHandlers(services: SessionServices): Pick<Handlers, 'prompt:whyNot'> {
  return {
    'prompt:whyNot': async ({ reader, query, ...params }, consumer) => {
      const { assemblies, projectFiles, related } = services;
      if (!trustedConsumers.has(consumer)) throw new AppError('CONVERSATION_FORBIDDEN');
      const request = { ...params, skillId: 'chat', format: 'markdown', preview: true, trace: true } as const;
      const prompt = await assemblies.assemble(request, reader, 'live:get');
      const projectId = prompt.live.editorState.project_id;
      const paths = await projectFiles.find(projectId, query, foundFiles);
      const symbols = related.declared(projectId, query).slice(0, foundSymbols);
      const item = async (file: string, symbol?: (typeof symbols)[number]): Promise<WhyNotItem> => {
        const documentId = projectFiles.documentId(projectId, file);
        const { text } = prompt.assembly;
        const isShown = symbol !== undefined && text.includes(symbol.text.trimEnd());
        const why = isShown
          ? because(text.includes(`${symbol.text}${symbol.rest}`.trimEnd()) ? 'shown' : 'part')
          : await whyOfFile(services, prompt, documentId, file);
        const { lines = null } = symbol ?? {};
        return { documentId, file, symbol: symbol === undefined ? null : query, lines, ...why };
      };
      const items = [...symbols.map((symbol) => item(symbol.path, symbol)), ...paths.map((path) => item(path))];
      return { items: await Promise.all(items) };
    },
  };
}

function because(reason: WhyNotReason, about: readonly string[] = [], setting: SettingKey | null = null): Because {
  const canAdd = setting === null && reason !== 'shown' && reason !== 'secretFile' && reason !== 'notText';
  return { reason, about: [...about], setting: setting && `liveContext.${setting}`, canAdd };
}

async function whyOfFile(
  { tracking, settings, related }: SessionServices,
  prompt: Assembled,
  documentId: string,
  path: string,
): Promise<Because> {
  const untracked = tracking(documentId);
  if (untracked === 'secretFile') return because('secretFile');
  if (untracked === 'excluded') {
    const glob = settings().exclude.find((one) =>
      [one, `${one.replace(/\/+$/, '')}/**`].some((it) => compileGlob(it)(path)),
    );
    return glob === undefined
      ? { ...because('excluded', ['files.exclude'], 'exclude'), setting: 'files.exclude' }
      : because('excluded', [`liveContext.exclude: ${glob}`], 'exclude');
  }
  if (untracked !== null) {
    const [setting = null] = untrackedReasons[untracked].settings;
    return { ...because('notFollowed', setting === null ? [] : [setting]), setting, canAdd: false };
  }
  const own = new Set(prompt.pieces.flatMap(({ id, location }) => (location?.documentId === documentId ? [id] : [])));
  const shown = whyOfPieces(prompt.assembly.account, own);
  if (shown !== null) return shown;
  const { searchTokens } = settings();
  if (searchTokens === 0)
    return { ...because('searchOff', ['liveContext.searchTokens'], 'searchTokens'), canAdd: true };
  const absence = await related.absence(prompt.live.editorState.project_id, path);
  if (absence !== null) return because(absence);
  const rival = prompt.assembly.account.ledger
    .filter(({ id, state }) => id.startsWith('chunk:search:') && state !== 'cut')
    .reduce<LedgerLine | null>((least, line) => (least === null || line.weight < least.weight ? line : least), null);
  return rival === null ? because('unrelated') : because('lost', [rival.source]);
}

/** The reason by the pieces of a file, the best first; null if there are none. */
function whyOfPieces(
  { ledger, budget, tokenCount }: Assembled['assembly']['account'],
  own: ReadonlySet<string>,
): Because | null {
  const lines = ledger.filter(({ id }) => own.has(id));
  const isWhole = ({ id, state }: LedgerLine): boolean =>
    state === 'kept' && (!id.startsWith('chunk:') || id.startsWith('chunk:pin:'));
  if (lines.some(isWhole)) return because('shown');
  const [first] = lines;
  if (first === undefined) return null;
  if (lines.some(({ state }) => state === 'kept')) return because('part');
  const shortfall = shortfallOf(first.why);
  if (first.state === 'degraded') return because(shortfall === 'it was shortened' ? 'shortened' : 'part');
  if (shortfall !== 'over the budget') return because('removed');
  let missing = first.fullTokens - Math.max(0, budget - tokenCount);
  const others = ledger.filter(({ layer, state }) => layer === 'retrieved' && state !== 'cut');
  const goes = others
    .toSorted((a, b) => a.weight - b.weight)
    .filter(({ tokens }) => {
      missing -= tokens;
      return missing + tokens > 0;
    });
  const named = goes.slice(0, namedPieces).map(({ source }) => source);
  return because('noRoom', named.length === 0 ? ['document'] : [...named, ...(goes.length > namedPieces ? ['…'] : [])]);
}
