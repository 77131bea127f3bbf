// A line so slow that the browser draws a page while it still comes in.
import { createServer, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const pieceBytes = 90;
const pieceMs = 25;

const bytesOf = async (stream) => {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
};

const dribble = async (bytes, response) => {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    response.write(bytes.subarray(at, at + pieceBytes));
    await pause(pieceMs);
  }
  response.end();
};

/** `{url, stop()}` of a door to the server at `url` through which pages come piece by piece, and all else at once. */
export const startSlowLine = async (url) => {
  const server = createServer((asked, response) => {
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    const passed = request(url + asked.url, { method: asked.method, headers }, async (answer) => {
      const { "content-length": length, ...others } = answer.headers;
      response.writeHead(answer.statusCode, others);
      if (others["content-type"]?.startsWith("text/html")) await dribble(await bytesOf(answer), response);
      else answer.pipe(response);
    });
    passed.on("error", (error) => response.destroy(error));
    asked.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
};
