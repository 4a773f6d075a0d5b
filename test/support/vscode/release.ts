/** A VS Code that the extension is tested in, as code-server packages it. */
export interface Release {
  /** Version of the npm package code-server. */
  readonly codeServer: string;
  /** What `vscode.version` says in it. */
  readonly vscode: string;
  /** The major version of Node that it runs on. */
  readonly nodeMajor: 22 | 24;
  /** Whether it knows `--reconnection-grace-time`, without which the extension hosts of closed pages live on for hours. */
  readonly reconnectionGraceTime: boolean;
}

export const newest: Release = {
  codeServer: '4.139.1',
  vscode: '1.139.1',
  nodeMajor: 24,
  reconnectionGraceTime: true,
};

/** The oldest VS Code that package.json's `engines` admits. */
export const oldest: Release = {
  codeServer: '4.104.0',
  vscode: '1.104.0',
  nodeMajor: 22,
  reconnectionGraceTime: false,
};

const releases: readonly Release[] = [newest, oldest];

/** The release that the environment variable LIVE_CONTEXT_VSCODE names by code-server's version, else the newest. */
export function releaseUnderTest(): Release {
  const name = process.env['LIVE_CONTEXT_VSCODE'] ?? newest.codeServer;
  const release = releases.find((one) => one.codeServer === name);
  if (release === undefined) {
    throw new RangeError(
      `LIVE_CONTEXT_VSCODE is ${name}; known are ${releases.map((one) => one.codeServer).join(', ')}`,
    );
  }
  return release;
}
