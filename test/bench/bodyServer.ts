import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { toParquet } from "../../src/data/parquetWriter";
import { randomWalk } from "./randomWalk";

// A program of its own, as a service is: answers every request with a series of so many rows, and prints its port.
const bytes = toParquet(randomWalk(Number(process.argv[2])));
const headers = {
  "content-type": "application/vnd.apache.parquet",
  "content-length": bytes.byteLength,
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(bytes);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
