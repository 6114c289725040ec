// Precompresses the text files of the build with brotli; the server sends the compressed files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(css|js|json|svg)$/;
/** Smaller files fit into one packet uncompressed. */
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
