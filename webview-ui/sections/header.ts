import { t } from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { Actions } from '../components/actions.ts';
import { icon, lineCount, splitPath, toolButton } from '../components/parts.ts';
import type { Context } from '../state.ts';

/** Whose context it is, and the commands. */
export function header({ payload }: Context, actions: Actions): TemplateResult {
  const { file, language, line_count, dirty } = payload.editor_state;
  const versionId = payload.version_id;
  return html`
    <header>
      ${fileTitle(file, icon('eye', t('Followed')), dirty)}
      <p class="facts quiet">
        <span>${language}</span><span>${lineCount(line_count)}</span
        ><button class="plain mono" title=${t('Copy version id {0}', versionId)} @click=${() => actions.copyVersionId(versionId)}>
          ${versionId}
        </button>
      </p>
      ${commands(actions)}
    </header>
  `;
}

/** The file's name as the view's heading, its folder below. */
export function fileTitle(file: string, state: TemplateResult, dirty: boolean): TemplateResult {
  const { folder, name } = splitPath(file);
  return html`
    <h1 title=${file}>
      ${state}<span class="name">${name}</span>${dirty ? icon('circle-filled', t('Unsaved')) : ''}
    </h1>
    ${folder === '' ? '' : html`<p class="path quiet" title=${file}>${folder}</p>`}
  `;
}

function commands(actions: Actions): TemplateResult {
  return html`
    <div class="commands">
      <vscode-button class="main" icon="copy" @click=${() => actions.run('liveContext.copyContext', t('Context copied.'))}>
        ${t('Copy Context')}
      </vscode-button>
      <div class="toolbar" role="toolbar" aria-label=${t('More commands')}>
        ${toolButton('clippy', t('Copy Context As…'), () => actions.run('liveContext.copyContextAs', null))}
        ${toolButton('diff', t('Copy Changes Since Last Copy'), () => actions.run('liveContext.copyChangesSinceLastCopy', t('Changes copied.')))}
        ${toolButton('bookmark', t('Take Anchor Snapshot'), () => actions.run('liveContext.takeAnchorSnapshot', t('Checkpoint taken.')))}
        ${toolButton('output', t('Show Log'), () => actions.run('liveContext.showLog', null))}
      </div>
    </div>
  `;
}
