import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Takes the network from this process. Every client of Node's (http, tls, fetch, WebSocket)
 * connects by `net` and asks `dns`. Node 24 has no permission for the network to refuse.
 */
export function seclude(): void {
  const refuse = () => {
    throw new Error('this process has no network');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.createSocket = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  for (const place of [
    dns,
    dns.promises,
    dns.Resolver.prototype,
    dns.promises.Resolver.prototype,
  ]) {
    for (const name of Object.getOwnPropertyNames(place)) {
      if (/^(lookup|resolve|reverse)/.test(name)) Reflect.set(place, name, refuse);
    }
  }
  // Named imports are copies.
  syncBuiltinESMExports();
}
