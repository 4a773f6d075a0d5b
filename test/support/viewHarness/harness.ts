import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FromView } from '../../../src/protocol/viewMessages.ts';
import { sharedBrowser } from '../vscode/browser.ts';
import { violationsIn } from './axe.ts';
import { type Scene, trackedScene } from './fakeData.ts';
import { FakeHost } from './fakeHost.ts';
import { type OpenView, openView, type Theme } from './openView.ts';

interface Setting {
  readonly host?: FakeHost;
  readonly theme?: Theme;
  readonly width?: number;
}

/** Opens the view, lets the body use it, and closes it; the page must have had nothing to complain about. */
export async function withView(
  setting: Setting,
  body: (view: OpenView, host: FakeHost) => Promise<void>,
): Promise<void> {
  const { host = new FakeHost(trackedScene), theme = 'dark', width = 300 } = setting;
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  try {
    const view = await openView(context, host, theme);
    await body(view, host);
    expect(view.complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Shows another scene. */
export async function push({ send }: OpenView, host: FakeHost, scene: Scene): Promise<void> {
  host.scene = scene;
  await send(host.snapshot());
}

/** Opens every section and form that can be folded. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

export function received<T extends FromView['type']>(host: FakeHost, type: T): Extract<FromView, { type: T }>[] {
  return host.received.filter((message): message is Extract<FromView, { type: T }> => message.type === type);
}

/** What was asked for on a channel, the parameters. */
export function asked(host: FakeHost, channel: string): unknown[] {
  return received(host, 'request').flatMap((one) => (one.channel === channel ? [one.params] : []));
}

/**
 * What axe finds, in the whole view or a part of it (a CSS selector). Its own inline styles, which the policy refuses, are no complaint
 * about the view.
 */
export async function violations(
  { page, complaints }: OpenView,
  rules?: readonly string[],
  part = 'html',
): Promise<readonly string[]> {
  const before = complaints.length;
  const found = await violationsIn(page, rules, part);
  complaints.splice(before);
  return found;
}
