// Packs the text files of the build as small as brotli can, beside the files themselves: the server sends those.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(css|js|json|svg)$/;
/** What is smaller fits into one packet anyway. */
const LEAST = 1024;

export function pack(): Plugin {
  return {
    name: "luthier-pack",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      for (const name of ["icons.svg", ...Object.keys(bundle)].filter((one) => TEXT.test(one))) {
        const body = readFileSync(join(dir, name));
        const params = {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        };
        if (body.length >= LEAST) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(body, { params }));
      }
    },
  };
}
