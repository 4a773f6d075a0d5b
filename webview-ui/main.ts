// First: texts are translated where they are declared.
import './l10n.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import './components/diffBlock.ts';
import './components/lists.ts';
import './sections/timeline/timeline.ts';
import './sections/tree/tree.ts';
import './view.ts';
import './styles/page.css';
import './styles/header.css';
import './styles/tree.css';
import './styles/forms.css';
import './styles/diff.css';
import './styles/timeline.css';
