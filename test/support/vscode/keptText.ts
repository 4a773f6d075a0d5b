import type { ContextRef } from '../../../src/protocol/contextFiles.ts';
import type { Workbench } from './workbench.ts';

/** Saves a text as a context file of the project, as a developer does: by the command, from an editor that is closed again. */
export async function keepText(workbench: Workbench, text: string): Promise<ContextRef> {
  return workbench.probe.run(async (api, content) => {
    const document = await api.workspace.openTextDocument({ content });
    await api.window.showTextDocument(document);
    const ref = await api.commands.executeCommand<ContextRef>('liveContext.saveSelectionAsContextFile');
    await api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return ref;
  }, text);
}
