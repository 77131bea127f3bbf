// What people see when the house has trouble of its own: a record that nobody can read, and an engine that is away. Both are
// brought about in the Redis that it keeps its keys in.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { freePort } from "./house.mjs";
import { admin, logIn, looksGood, openHouse, person } from "./people.mjs";

const port = await freePort();
const redis = spawn("redis-server", ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], { stdio: "ignore" });
const ended = once(redis, "exit");
// However the tests end, also before the first.
process.once("exit", () => redis.kill());

/** Says it to Redis, and gives the first line of what it answers; fails while nobody listens. */
const tell = async (words) => {
  const line = connect(port, "127.0.0.1");
  await once(line, "connect");
  line.write(`${words}\r\n`);
  const [answer] = await once(line, "data");
  line.destroy();
  return String(answer).trim();
};

const waitForRedis = async () => {
  for (const patience = Date.now() + 20_000; Date.now() < patience; ) if ((await tell("PING").catch(() => "")) === "+PONG") return;
  assert.fail("redis-server does not answer");
};
await waitForRedis();

openHouse(async () => {}, "--keyspace.engine=redis", `--keyspace.redis_url=redis://127.0.0.1:${port}/0`);

const schemes = ["light", "dark"];

for (const colorScheme of schemes)
  test(`what somebody sees when something broke, in ${colorScheme}`, async () => {
    assert.match(await tell("HSET groups: broken {"), /^:/);
    await person({ colorScheme }, (guest) => looksGood(guest, [["error-500", "/feed/groups/broken", 500]], colorScheme), { mayFail: (at) => at.endsWith("/feed/groups/broken") });
    assert.equal(await tell("HDEL groups: broken"), ":1");
  });

test("what somebody sees while an engine is away", async () => {
  const pages = (who) => [[`error-503-${who}`, "/feed", 503]];
  await person({}, async (member) => {
    await logIn(member, admin.name, admin.password);
    redis.kill();
    await ended;
    for (const colorScheme of schemes) {
      await member.page.emulateMedia({ colorScheme });
      await looksGood(member, pages("member"), colorScheme);
      await person({ colorScheme }, (guest) => looksGood(guest, pages("guest"), colorScheme), { mayFail: () => true });
    }
  }, { mayFail: () => true });
});
