/** A stored file that is read in parts. */
export interface FileReader {
  /** Bytes. */
  readonly size: number;
  /** At most `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}
