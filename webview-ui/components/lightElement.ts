import { LitElement } from 'lit';

/** An element that renders into the page itself, so that the page's one stylesheet and the codicons reach it. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
