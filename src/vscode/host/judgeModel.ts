import * as vscode from 'vscode';
import { type LanguageModel, ModelForbidden } from '../../edits/judge/languageModel.ts';

/** A model that takes longer does not judge, ms. */
const judgeMs = 60_000;

/** The chat model whose id, family or name is the given one; null if there is no such model. */
export async function findJudgeModel(name: string): Promise<LanguageModel | null> {
  if (name.trim() === '') return null;
  const models = await vscode.lm.selectChatModels({});
  const model = models.find(({ id, family, name: title }) => [id, family, title].includes(name.trim()));
  if (model === undefined) return null;
  return {
    ask: async (messages) => {
      const source = new vscode.CancellationTokenSource();
      const timer = setTimeout(() => source.cancel(), judgeMs);
      try {
        const asked = messages.map(({ content }) => vscode.LanguageModelChatMessage.User(content));
        const justification = vscode.l10n.t('To check edits of agents and pasted answers by your constraints.');
        const response = await model.sendRequest(asked, { justification }, source.token);
        let answer = '';
        for await (const part of response.text) answer += part;
        return answer;
      } catch (error) {
        const isForbidden =
          error instanceof vscode.LanguageModelError && error.code === vscode.LanguageModelError.NoPermissions.name;
        throw isForbidden ? new ModelForbidden(error.message) : error;
      } finally {
        clearTimeout(timer);
        source.dispose();
      }
    },
  };
}
