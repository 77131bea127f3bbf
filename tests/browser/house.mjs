// Starts the built program in a temporary directory on a free port, and a browser that looks at it.
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

// The modules lie in the build tree, which node does not search by itself.
const modules = createRequire(join(process.env.STOA_NPM_MODULES, "x.js"));
export const { chromium } = modules("playwright-core");
export const axeSource = modules("axe-core").source;

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const answers = async (url) => {
  try {
    return (await fetch(`${url}/livez`)).ok;
  } catch {
    return false;
  }
};

/** `{url, run(…words), stop()}` of a server with these options and those that every test needs. STOA_URL names a server that runs already instead, on which nothing can be run. */
export const startHouse = async (...more) => {
  if (process.env.STOA_URL) return { url: process.env.STOA_URL, stop: async () => {} };
  const directory = await mkdtemp(join(tmpdir(), "stoa-browser-"));
  const port = await freePort();
  // The Redis door has a port of its own, which another server may have taken.
  const options = [`--http.port=${port}`, `--data.directory=${directory}/data`, "--resp.mode=off", ...more];
  // The program takes every STOA_ variable for an option of its own; ours are not.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("STOA_")));
  // As long a name as the page of settings has to show where a value came from.
  env.STOA_KEYSPACE_REDIS_CONNECTIONS = "16";
  const child = spawn(process.env.STOA_PROGRAM, ["serve", ...options], { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stdout.on("data", (bytes) => (log += bytes));
  child.stderr.on("data", (bytes) => (log += bytes));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  /** What the program prints when it is called with these words, on the same data. */
  const run = async (...words) => {
    const all = [...words, `--data.directory=${directory}/data`];
    return (await promisify(execFile)(process.env.STOA_PROGRAM, all, { cwd: directory, env })).stdout;
  };
  const patience = Date.now() + 60_000;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > patience) {
      await stop();
      throw new Error(`the server did not come up:\n${log}`);
    }
    await pause(50);
  }
  return { url, run, stop };
};

export const startBrowser = () =>
  chromium.launch({
    executablePath: process.env.STOA_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
