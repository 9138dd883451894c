import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { toParquet } from "../../src/data/parquetWriter";
import { randomWalk } from "./randomWalk";

// A program of its own, as a service is: answers every request with a series of so many rows, and prints its port. Told to
// encode, it makes each body when it is asked for, as services do; else it has one at hand, as none does.
const [, , rows, work] = process.argv;
const walk = randomWalk(Number(rows));
const atHand = toParquet(walk);
const server = createServer((_request, response) => {
  const bytes = work === "encode" ? toParquet(walk) : atHand;
  const headers = {
    "content-type": "application/vnd.apache.parquet",
    "content-length": bytes.byteLength,
  };
  response.writeHead(200, headers).end(bytes);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
