import * as vscode from 'vscode';
import type { UnjudgedReason } from '../../protocol/edits.ts';

/** Why a constraint was not judged, for people. */
export function unjudgedText(why: UnjudgedReason): string {
  switch (why) {
    case 'noModel':
      return vscode.l10n.t('no model is chosen to judge it, or it is not there');
    case 'modelFailed':
      return vscode.l10n.t('the model did not answer');
    case 'modelForbidden':
      return vscode.l10n.t('Live Context has not been allowed to use the model');
    case 'unreadableVerdict':
      return vscode.l10n.t('the verdict of the model cannot be read');
    case 'textTooLong':
      return vscode.l10n.t('the text is too long for a model');
    case 'pattern':
      return vscode.l10n.t('its pattern cannot be searched in linear time');
    case 'patternSlow':
      return vscode.l10n.t('searching its pattern takes too long here');
  }
}
