import * as vscode from 'vscode';
import { AppError } from '../../base/appError.ts';
import { maxInlineBytes } from '../../files/output/inline.ts';
import { OutputRecording } from '../../files/output/outputRecording.ts';
import type { ContextFiles } from '../../files/store/contextFiles.ts';
import type { RedactStreams } from '../../files/store/fileWriter.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';
import type { SettingValues } from '../../protocol/settings.ts';
import { systemClock } from '../host/clock.ts';
import { placeOf } from '../host/uris.ts';

/** Number of the last commands whose output can still be saved. */
const recentCommands = 20;
/** The exit code may come a moment after the last output, ms. */
const exitCodeMs = 2_000;

export interface TerminalOutputParts {
  readonly files: ContextFiles;
  readonly settings: () => SettingValues;
  /** Takes the secrets out of outputs and command lines. */
  readonly redact: RedactStreams;
  /** An output could not be kept. */
  readonly onProblem: (code: ErrorCode) => void;
  readonly onFault: (error: unknown) => void;
}

/** A command that ran in a terminal, or still does. */
export interface RecordedCommand {
  readonly terminal: vscode.Terminal;
  readonly recording: OutputRecording;
}

/**
 * Records the output of terminal commands and tasks that shell integration reports; long outputs
 * become context files.
 */
export class TerminalOutput implements vscode.Disposable {
  readonly #parts: TerminalOutputParts;
  readonly #subscription: vscode.Disposable;
  readonly #ended = new vscode.EventEmitter<vscode.TerminalShellExecutionEndEvent>();
  /** The names of the tasks that ran in this window. */
  readonly #tasks = new Set<string>();
  /** The newest first. */
  #recent: readonly RecordedCommand[] = [];

  constructor(parts: TerminalOutputParts) {
    this.#parts = parts;
    this.#subscription = vscode.Disposable.from(
      this.#ended,
      vscode.tasks.onDidStartTask(({ execution }) => this.#tasks.add(execution.task.name)),
      vscode.window.onDidStartTerminalShellExecution((event) => void this.#follow(event)),
      vscode.window.onDidEndTerminalShellExecution((event) => this.#ended.fire(event)),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The last commands that wrote something, the newest first. */
  get recent(): readonly RecordedCommand[] {
    return this.#recent.filter(({ recording }) => recording.hasOutput);
  }

  async #follow({ terminal, execution }: vscode.TerminalShellExecutionStartEvent): Promise<void> {
    const { files, settings, redact } = this.#parts;
    const exitCode = this.#exitCode(execution);
    const { terminalFiles } = settings();
    const projectId = execution.cwd === undefined ? 'none' : placeOf(execution.cwd).projectId;
    const about = () => ({ conversationId: sharedConversation, source: this.#sourceOf(terminal), projectId });
    const recording = new OutputRecording(files, about, execution.commandLine.value, {
      clock: systemClock,
      inlineBytes: terminalFiles ? maxInlineBytes : null,
      redact: () => redact(projectId),
      onFailure: (error) => this.#report(error),
    });
    this.#recent = [{ terminal, recording }, ...this.#recent].slice(0, recentCommands);
    try {
      // Nothing may be awaited before: what comes while nobody listens is lost.
      for await (const data of execution.read()) await recording.push(data);
      const late = new Promise<undefined>((resolve) => systemClock.after(exitCodeMs, () => resolve(undefined)));
      await recording.end(await Promise.race([exitCode, late]));
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (error instanceof AppError) this.#parts.onProblem(error.code);
    else this.#parts.onFault(error);
  }

  /** The exit code of a command once it has ended. */
  #exitCode(execution: vscode.TerminalShellExecution): Promise<number | undefined> {
    return new Promise((resolve) => {
      const listening = this.#ended.event((event) => {
        if (event.execution !== execution) return;
        listening.dispose();
        resolve(event.exitCode);
      });
    });
  }

  /** The terminal of a task is called after it, though not from the first moment. */
  #sourceOf({ name }: vscode.Terminal): 'terminal' | 'task' {
    return [...this.#tasks].some((task) => task !== '' && name.endsWith(task)) ? 'task' : 'terminal';
  }
}
