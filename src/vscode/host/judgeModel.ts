import * as vscode from 'vscode';
import type { LanguageModel } from '../../judge/languageModel.ts';

/** A model that takes longer does not judge, ms. */
const judgeMs = 60_000;

/** The chat model whose id, family or name is the one given; null where there is none. */
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
        const response = await model.sendRequest(asked, {}, source.token);
        let answer = '';
        for await (const part of response.text) answer += part;
        return answer;
      } finally {
        clearTimeout(timer);
        source.dispose();
      }
    },
  };
}
