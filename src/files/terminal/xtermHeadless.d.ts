/** The build of xterm.js as a module: the package's main file has no named exports for Node. */
declare module '@xterm/headless/lib-headless/xterm-headless.mjs' {
  export { Terminal } from '@xterm/headless';
}
