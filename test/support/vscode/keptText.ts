import type { ContextRef } from '../../../src/protocol/contextFiles.ts';
import type { Workbench } from './workbench.ts';

/** Saves a text as a context file of the project, as a developer does: by the command, from an editor that is closed again. */
export async function keepText(workbench: Workbench, text: string): Promise<ContextRef> {
  return workbench.probe.run(async (api, content) => {
    const document = await api.workspace.openTextDocument({ content });
    await api.window.showTextDocument(document);
    await api.commands.executeCommand('liveContext.saveSelectionAsContextFile');
    await api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const product = await api.extensions.getExtension('live-context.live-context')?.activate();
    // The newest first.
    return (await product.request('files:list', { limit: 1 })).value.items[0];
  }, text);
}
