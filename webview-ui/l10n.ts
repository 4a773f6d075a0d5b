import { config } from '@vscode/l10n';

/**
 * The page brings the translations along, so that every text is in the user's language from its
 * first use.
 */
const bundle = document.querySelector<HTMLMetaElement>('meta[name=l10n]')?.content;
if (bundle) config({ contents: bundle });
