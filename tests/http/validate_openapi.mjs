// node validate_openapi.mjs <document>: exits with 0 when the file is a valid OpenAPI 3.1 document, else says why not.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../build/npm/package.json", import.meta.url));
const { Validator } = await import(pathToFileURL(require.resolve("@seriousme/openapi-schema-validator")).href);

const validator = new Validator();
const result = await validator.validate(JSON.parse(await readFile(process.argv[2], "utf8")));
if (!result.valid || validator.version !== "3.1") {
  console.error(JSON.stringify(result.errors ?? `version ${validator.version}`, null, 2));
  process.exit(1);
}
