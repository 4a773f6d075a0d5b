/** The port to the commits of the projects' repositories. */
export interface Commits {
  /**
   * Newest commits reachable from HEAD without merges, newest first. Empty without a repository, in
   * Restricted Mode and in the browser. Never rejects.
   */
  newest(projectId: string, most: number): Promise<readonly Commit[]>;
}

export interface Commit {
  /** The files that it changed; paths in the project. */
  readonly files: readonly string[];
}
