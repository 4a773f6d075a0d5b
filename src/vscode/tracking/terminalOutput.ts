import * as vscode from 'vscode';
import { soon } from '../../base/ports/clock.ts';
import { maxInlineBytes } from '../../files/output/inline.ts';
import { OutputRecording } from '../../files/output/outputRecording.ts';
import type { ContextFiles } from '../../files/store/contextFiles.ts';
import type { RedactStreams } from '../../files/store/fileWriter.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';
import type { SettingValues } from '../../protocol/settings.ts';
import { systemClock } from '../host/clock.ts';
import { placeOf } from '../host/uris.ts';

/** Number of the last commands whose output can still be saved. */
const recentCommands = 20;
/** The exit code may come a moment after the last output, ms. */
const exitCodeMs = 2_000;

/** A command that ran in a terminal, or still does. */
export interface RecordedCommand {
  readonly terminal: vscode.Terminal;
  readonly recording: OutputRecording;
}

export type TerminalOutput = ReturnType<typeof terminalOutput>;

/**
 * Records the output of terminal commands and tasks that shell integration reports; long outputs
 * become context files.
 * @param redact takes the secrets out of outputs and command lines
 * @param onFailure is called when an output could not be stored
 */
export function terminalOutput(
  files: ContextFiles,
  settings: () => SettingValues,
  redact: RedactStreams,
  onFailure: (error: unknown) => void,
) {
  const ended = new vscode.EventEmitter<vscode.TerminalShellExecutionEndEvent>();
  /** The names of the tasks that ran in this window. */
  const tasks = new Set<string>();
  /** The newest first. */
  let recent: readonly RecordedCommand[] = [];

  /** The exit code of a command once it has ended. */
  const exitCodeOf = (execution: vscode.TerminalShellExecution): Promise<number | undefined> =>
    new Promise((resolve) => {
      const listening = ended.event((event) => {
        if (event.execution !== execution) return;
        listening.dispose();
        resolve(event.exitCode);
      });
    });

  /** The terminal of a task is called after it, though not from the first moment. */
  const sourceOf = ({ name }: vscode.Terminal) =>
    [...tasks].some((task) => task !== '' && name.endsWith(task)) ? 'task' : 'terminal';

  const follow = async ({ terminal, execution }: vscode.TerminalShellExecutionStartEvent) => {
    const exitCode = exitCodeOf(execution);
    const projectId = execution.cwd === undefined ? 'none' : placeOf(execution.cwd).projectId;
    const about = () => ({ conversationId: sharedConversation, source: sourceOf(terminal), projectId }) as const;
    const recording = new OutputRecording(files, about, execution.commandLine.value, {
      clock: systemClock,
      inlineBytes: settings().terminalFiles ? maxInlineBytes : null,
      redact: () => redact(projectId),
      onFailure,
    });
    recent = [{ terminal, recording }, ...recent].slice(0, recentCommands);
    try {
      // Nothing may be awaited before: what comes while nobody listens is lost.
      for await (const data of execution.read()) await recording.push(data);
      await recording.end(await soon(systemClock, exitCodeMs, exitCode, undefined));
    } catch (error) {
      onFailure(error);
    }
  };

  const disposables = vscode.Disposable.from(
    ended,
    vscode.tasks.onDidStartTask(({ execution }) => tasks.add(execution.task.name)),
    vscode.window.onDidStartTerminalShellExecution((event) => void follow(event)),
    vscode.window.onDidEndTerminalShellExecution((event) => ended.fire(event)),
  );
  return {
    /** The last commands that wrote something, the newest first. */
    recent: () => recent.filter(({ recording }) => recording.hasOutput),
    dispose: () => disposables.dispose(),
  };
}
