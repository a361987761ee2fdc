import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { proxiesOf, proxyFor } from '../../src/models/proxy.js';
import { createModel, modelDeps } from '../../src/models/registry.js';
import { undiciWire } from '../../src/models/transport.js';
import { startFakeServer } from '../fake-server/server.js';
import { NEVER, request } from './support.js';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A proxy that tunnels: what was asked of it, and with which Proxy-Authorization. All names lead to `target`. */
async function startProxy(
  target: number,
  status = 200,
): Promise<{
  readonly host: string;
  readonly asked: { readonly to: string; readonly as: string | undefined }[];
}> {
  const asked: { to: string; as: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((_, response) => response.writeHead(501).end());
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('connect', (message, client: Socket) => {
    asked.push({ to: message.url ?? '', as: message.headers['proxy-authorization'] });
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const upstream = connect(target, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function setUp(status?: number) {
  const model = await startFakeServer();
  closing.push(() => model.close());
  return { model, proxy: await startProxy(model.port, status) };
}

describe('a proxy from the environment', () => {
  it('carries calls of openai: to a server that only it can reach', async () => {
    const { model, proxy } = await setUp();
    const deps = modelDeps({ HTTP_PROXY: `http://me:proxy-canary@${proxy.host}` }, () => undefined);
    const far = createModel('openai:fake:1b', { baseUrl: 'http://models.example.test/v1' }, deps);
    const reply = await far.complete(request(), NEVER);
    expect(reply.finish).toBe('stop');
    expect(model.chats()).toHaveLength(1);
    // RFC 7617: base64 of user:password.
    expect(proxy.asked).toEqual([
      { to: 'models.example.test:80', as: `Basic ${Buffer.from('me:proxy-canary').toString('base64')}` },
    ]);
    await deps.wire.close();
  });

  it('is not asked for hosts of NO_PROXY, nor for this machine', async () => {
    const { model, proxy } = await setUp();
    const wire = undiciWire({ http_proxy: proxy.host, no_proxy: 'elsewhere.test' });
    const answer = await wire.send(`${model.url}/v1/models`, {});
    expect(answer.status).toBe(200);
    expect(proxy.asked).toEqual([]);
    await wire.close();
    const direct = undiciWire({ HTTP_PROXY: proxy.host, NO_PROXY: '.example.test' });
    await expect(direct.send('http://models.example.test/v1/models', {})).rejects.toThrow();
    expect(proxy.asked).toEqual([]);
    await direct.close();
  });

  it('that refuses is named, without its password', async () => {
    const { proxy } = await setUp(407);
    const deps = modelDeps({ HTTP_PROXY: `http://me:proxy-canary@${proxy.host}` }, () => undefined);
    const far = createModel('openai:fake:1b', { baseUrl: 'http://models.example.test/v1' }, deps);
    const error: unknown = await far.complete(request(), NEVER).catch((reason: unknown) => reason);
    expect(String(error)).toContain(`or the proxy ${proxy.host}`);
    expect(String(error)).not.toContain('canary');
    await deps.wire.close();
  });
});

describe('the variables', () => {
  it('are read in lower case first, with or without a scheme', () => {
    expect(proxiesOf({})).toBeNull();
    expect(proxiesOf({ HTTP_PROXY: ' ', NO_PROXY: 'x' })).toBeNull();
    const both = proxiesOf({
      https_proxy: 'proxy.test:3128',
      HTTPS_PROXY: 'http://other.test',
      NO_PROXY: '*',
    });
    expect(both).toMatchObject({ http: '', https: 'http://proxy.test:3128/', no: '*' });
    if (both === null) throw new Error('no proxy');
    expect(proxyFor(both, 'https://api.openai.com/v1')).toBe('proxy.test:3128');
    expect(proxyFor(both, 'http://plain.test')).toBeNull();
  });

  it('that name no proxy are refused without being shown', () => {
    for (const value of ['socks5://me:canary@x.test', 'http://', 'ht tp:canary']) {
      try {
        proxiesOf({ HTTPS_PROXY: value });
        throw new Error('taken');
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        expect((error as Error).message).toContain('HTTPS_PROXY must be');
        expect((error as Error).message).not.toContain('canary');
      }
    }
  });
});
