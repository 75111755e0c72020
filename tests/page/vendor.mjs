// Makes server/web/vendor/fluent.js from the modules of npm's @fluent/bundle: one module, without comments.
//
//   node tests/page/vendor.mjs DIR            writes it; DIR is the unpacked package
//   node tests/page/vendor.mjs DIR --check    fails if what is checked in is another
//
// The digests in server/web/vendor/ORIGIN.md are compared by `unit.test.mjs`, which also runs the check.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [dir, option] = process.argv.slice(2);
if (!dir) throw new Error("write the directory of @fluent/bundle");
const { version, license } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
const modules = ["types", "builtins", "memoizer", "scope", "resolver", "resource", "bundle"];

function plain(source) {
  return source
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export (?=class|function)/gm, "")
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "")
    .replace(/^\s*\/\/.*\n/gm, "")
    .replace(/^( {4})+/gm, (indent) => " ".repeat(indent.length / 4))
    .replace(/\n{2,}/g, "\n");
}

const body = modules.map((name) => plain(readFileSync(join(dir, "esm", `${name}.js`), "utf8"))).join("");
const made = `// @fluent/bundle ${version} by Mozilla, ${license}: its modules in one, comments removed. See ORIGIN.md.
${body}export { FluentBundle, FluentResource };
`;
const out = join(dirname(fileURLToPath(import.meta.url)), "../../server/web/vendor/fluent.js");
if (option === "--check") {
  if (readFileSync(out, "utf8") !== made) throw new Error("server/web/vendor/fluent.js is stale: make it anew");
} else {
  writeFileSync(out, made);
}
console.log(createHash("sha256").update(made).digest("hex"), "fluent.js", made.length, "bytes");
