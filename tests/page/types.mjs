// Makes server/web/protocol.d.ts, the types of what goes over the wire, from the schema that is checked in.
//
//   node tests/page/types.mjs            writes it
//   node tests/page/types.mjs --check    fails if what is checked in is another

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const schemas = [
  "client_message", "server_message", "snapshot", "game_event", "http_session", "http_me", "http_player", "http_game_list", "http_error", "http_entry_list_check",
  ...["_presets", "_list", "", "_round", "_standings", "_explain", "_bracket", "_boards", "_done"].map((name) => `http_tournament${name}`),
];
const out = join(here, "../../server/web/protocol.d.ts");

/** Every type by its name. */
const types = new Map();

/** Definitions of the file that is being read. */
let definitions = {};

/** Names that other files use for something else: the orders of a referee, and results of games. */
const renamed = { Order: "StandingsOrder", Outcome: "BracketOutcome" };
const isOther = (name, definition) =>
  (name === "Order" && definition?.properties?.criteria !== undefined) ||
  (name === "Outcome" && JSON.stringify(definition).includes('"nobody"'));
/** What a definition of the file that is being read is called. */
let called = (name) => name;

/** Pairs for the two sides have numbers for names, other ones in each file: they are written out. */
function reference(ref) {
  const name = called(ref.split("/").at(-1));
  return /^Sides\d*$/.test(name) ? type(definitions[name]) : name;
}

/** A type as TypeScript writes it. */
function type(schema) {
  if (schema === true) return "unknown";
  if (schema.$ref) return reference(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const kinds = schema.oneOf ?? schema.anyOf;
  const own = schema.properties ? object(schema) : null;
  if (kinds) {
    // what is not there is absent and never null
    const union = kinds.filter((kind) => kind.type !== "null").map(type).join(" | ");
    return own ? `${own} & (${union})` : union;
  }
  if (schema.allOf) return schema.allOf.map(type).join(" & ");
  if (Array.isArray(schema.type)) return schema.type.filter((name) => name !== "null").map((name) => type({ ...schema, type: name })).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(type).join(", ")}]`;
  if (schema.type === "array") return `(${type(schema.items ?? true)})[]`;
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (["string", "boolean", "null"].includes(schema.type)) return schema.type;
  return own ?? "Record<string, unknown>";
}

function object({ properties, required = [] }) {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${type(field)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

for (const file of schemas) {
  const { $defs = {}, ...schema } = JSON.parse(readFileSync(join(here, `../../protocol/schema/${file}.json`), "utf8"));
  definitions = $defs;
  called = (name) => (isOther(name, $defs[name]) ? renamed[name] : name);
  for (const [name, definition] of [...Object.entries($defs), [schema.title, schema]]) {
    if (name.startsWith("Sides")) continue;
    const [as, text] = [called(name), type(definition)];
    if ((types.get(as) ?? text) !== text) throw new Error(`${file} has another ${as} than the files before it`);
    types.set(as, text);
  }
}
const lines = [...types.keys()].sort().map((name) => `export type ${name} = ${types.get(name)};`);
const made = `// Made from protocol/schema by tests/page/types.mjs: not to be written by hand. For the checker alone.\n\n${lines.join("\n")}\n`;
if (process.argv[2] === "--check") {
  if (readFileSync(out, "utf8") !== made) throw new Error("server/web/protocol.d.ts is stale: run tests/page/types.mjs");
} else {
  writeFileSync(out, made);
}
