/** Something that holds resources until `dispose` is called. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}
