/**
 * A host for WASI preview 1 (https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md)
 * in memory. `node:wasi` crashes the process with flite.
 */
export interface MemoryMachine {
  imports: Record<string, (...values: never[]) => number>;
  /** The program's memory exists only once it is instantiated. */
  attach(memory: WebAssembly.Memory): void;
  file(path: string): Uint8Array | null;
}

/** Thrown to unwind the program's stack when it exits. */
export class ProgramExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`the program exited with code ${code}`);
    this.name = 'ProgramExit';
    this.code = code;
  }
}

type PathOpenArguments = [
  folder: number,
  lookup: number,
  path: number,
  length: number,
  flags: number,
  rights: bigint,
  inheritedRights: bigint,
  descriptorFlags: number,
  result: number,
];

interface MemoryFile {
  bytes: Uint8Array;
  length: number;
}
interface OpenFile {
  file: MemoryFile;
  position: number;
}

const ok = 0;
const badDescriptor = 8;
const noSuchFile = 44;
const notSeekable = 70;
/** The root folder is descriptor 3, where WASI's libc expects the first preopened one. */
const root = 3;
const create = 1;
const truncate = 8;
const type = { characterDevice: 2, directory: 3, regularFile: 4 };
const everyRight = 0x1fff_ffffn;

export function memoryMachine(args: string[]): MemoryMachine {
  const argv = args.map((argument) => new TextEncoder().encode(`${argument}\0`));
  const files = new Map<string, MemoryFile>();
  const open = new Map<number, OpenFile>();
  let nextDescriptor = root + 1;
  let memory: WebAssembly.Memory | null = null;

  // Read each time, because the buffer is replaced when the program's memory grows.
  const buffer = () => {
    if (!memory) throw new Error('the program ran before its memory was set');
    return memory.buffer;
  };
  const bytes = (from: number, length: number) => new Uint8Array(buffer(), from, length);
  const view = () => new DataView(buffer());
  const writeSize = (at: number, size: number) => view().setUint32(at, size, true);
  const text = (from: number, length: number) =>
    new TextDecoder().decode(bytes(from, length).slice()).replace(/^\/+/, '');

  /** Calls `move` with each slice of memory in an iovec array; returns the bytes moved. */
  const gather = (vectors: number, count: number, move: (slice: Uint8Array) => number) => {
    let moved = 0;
    for (let index = 0; index < count; index++) {
      const from = view().getUint32(vectors + 8 * index, true);
      const length = view().getUint32(vectors + 8 * index + 4, true);
      moved += move(bytes(from, length));
    }
    return moved;
  };

  const imports = {
    args_sizes_get(count: number, size: number) {
      writeSize(count, argv.length);
      writeSize(
        size,
        argv.reduce((sum, argument) => sum + argument.length, 0),
      );
      return ok;
    },
    args_get(pointers: number, area: number) {
      let at = area;
      for (const [index, argument] of argv.entries()) {
        writeSize(pointers + 4 * index, at);
        bytes(at, argument.length).set(argument);
        at += argument.length;
      }
      return ok;
    },
    // A constant clock, so that the same text always gives the same samples.
    clock_time_get(_clock: number, _precision: bigint, result: number) {
      view().setBigUint64(result, 0n, true);
      return ok;
    },
    fd_prestat_get(descriptor: number, result: number) {
      if (descriptor !== root) return badDescriptor;
      writeSize(result, 0);
      writeSize(result + 4, 1);
      return ok;
    },
    fd_prestat_dir_name(_descriptor: number, path: number, _length: number) {
      bytes(path, 1).set([0x2f]);
      return ok;
    },
    fd_fdstat_get(descriptor: number, result: number) {
      if (descriptor > root && !open.has(descriptor)) return badDescriptor;
      const kind =
        descriptor < root
          ? type.characterDevice
          : descriptor === root
            ? type.directory
            : type.regularFile;
      bytes(result, 24).fill(0);
      view().setUint8(result, kind);
      view().setBigUint64(result + 8, everyRight, true);
      view().setBigUint64(result + 16, everyRight, true);
      return ok;
    },
    fd_fdstat_set_flags: () => ok,
    path_open(...[, , path, length, flags, , , , result]: PathOpenArguments) {
      const name = text(path, length);
      let file = files.get(name);
      if (!file) {
        if (!(flags & create)) return noSuchFile;
        file = { bytes: new Uint8Array(1 << 18), length: 0 };
        files.set(name, file);
      }
      if (flags & truncate) file.length = 0;
      open.set(nextDescriptor, { file, position: 0 });
      writeSize(result, nextDescriptor++);
      return ok;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, result: number) {
      const target = open.get(descriptor);
      if (!target) return notSeekable;
      const from = [0, target.position, target.file.length][whence] ?? 0;
      target.position = from + Number(offset);
      view().setBigUint64(result, BigInt(target.position), true);
      return ok;
    },
    fd_read(descriptor: number, vectors: number, count: number, result: number) {
      const source = open.get(descriptor);
      writeSize(result, source ? gather(vectors, count, (slice) => read(source, slice)) : 0);
      return ok;
    },
    // Output to stdout and stderr is discarded: descriptors 1 and 2 are not files.
    fd_write(descriptor: number, vectors: number, count: number, result: number) {
      const target = open.get(descriptor);
      const move = target
        ? (slice: Uint8Array) => write(target, slice)
        : (slice: Uint8Array) => slice.length;
      writeSize(result, gather(vectors, count, move));
      return ok;
    },
    fd_close(descriptor: number) {
      open.delete(descriptor);
      return ok;
    },
    proc_exit(code: number): number {
      throw new ProgramExit(code);
    },
  };

  return {
    imports,
    attach(given) {
      memory = given;
    },
    file(path) {
      const file = files.get(path.replace(/^\/+/, ''));
      return file ? file.bytes.subarray(0, file.length) : null;
    },
  };
}

function read(source: OpenFile, into: Uint8Array): number {
  const { file, position } = source;
  const part = file.bytes.subarray(position, Math.min(position + into.length, file.length));
  into.set(part);
  source.position += part.length;
  return part.length;
}

function write(target: OpenFile, from: Uint8Array): number {
  const { file, position } = target;
  const end = position + from.length;
  if (end > file.bytes.length) {
    const larger = new Uint8Array(Math.max(end, file.bytes.length * 2));
    larger.set(file.bytes.subarray(0, file.length));
    file.bytes = larger;
  }
  file.bytes.set(from, position);
  target.position = end;
  file.length = Math.max(file.length, end);
  return from.length;
}
