/** The rooms of the house (see ARCHITECTURE.md): each folder of `src` with those it stands on directly. */
const standsOn = {
  protocol: [],
  base: ['protocol'],
  text: ['base'],
  tokens: ['text'],
  redaction: ['text'],
  documents: ['redaction'],
  syntax: ['text'],
  engine: ['tokens', 'redaction'],
  files: ['redaction'],
  sources: ['documents', 'engine', 'files', 'syntax'],
  windows: ['documents', 'engine'],
  edits: ['sources'],
  prompt: ['windows', 'edits'],
  session: ['prompt'],
  agents: ['session'],
  mcp: ['agents'],
  vscode: ['agents'],
};

/** The wiring stands on every room of the core; only VS Code's side and the tests start from it. */
const wiring = '^src/(createLiveContext|host)[.]ts$';

/** A folder with all that it stands on, however indirectly. */
const reach = (folder) => [folder, ...standsOn[folder].flatMap(reach)];

const folders = Object.keys(standsOn);
const core = folders.filter((folder) => folder !== 'mcp' && folder !== 'vscode');
const anyOf = (names) => `^src/(${[...new Set(names)].join('|')})/`;

const oneWay = folders.map((folder) => ({
  name: `layers-${folder}`,
  comment: `src/${folder} imports only ${[...new Set(reach(folder))].join(', ')}.`,
  severity: 'error',
  from: { path: anyOf([folder]) },
  to: { path: '^src/', pathNot: folder === 'vscode' ? `${anyOf(reach(folder))}|${wiring}` : anyOf(reach(folder)) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...oneWay,
    {
      name: 'wiring-imports-core-only',
      severity: 'error',
      from: { path: wiring },
      to: { pathNot: `${anyOf(core)}|${wiring}` },
    },
    {
      name: 'known-folders',
      comment: 'A new folder of src gets its place in the table above.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: anyOf(folders) },
      to: {},
    },
    {
      name: 'base-imports-protocol-only',
      severity: 'error',
      from: { path: '^src/base/' },
      to: { pathNot: '^src/(base|protocol)/' },
    },
    {
      name: 'protocol-imports-zod-only',
      severity: 'error',
      from: { path: '^src/protocol/' },
      to: { pathNot: '^(src/protocol|node_modules/zod)/' },
    },
    {
      name: 'core-runs-anywhere',
      comment: 'The core also runs in a browser worker: no VS Code, no Node.',
      severity: 'error',
      from: { path: `${anyOf(core)}|${wiring}` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-vscode',
      severity: 'error',
      from: { path: `${anyOf(core)}|${wiring}` },
      to: { path: '^vscode$|^node_modules/@types/(vscode|node)/' },
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|webview-ui)/' },
    },
    {
      name: 'view-imports-protocol-only',
      comment: 'The view runs in a browser: the protocol, itself and npm packages.',
      severity: 'error',
      from: { path: '^webview-ui/' },
      to: { pathNot: '^(src/protocol|webview-ui|node_modules)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { conditionNames: ['import', 'browser', 'default'], exportsFields: ['exports'] },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
  },
};
