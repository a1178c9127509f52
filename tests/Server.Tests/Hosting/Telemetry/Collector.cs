using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Hosting.Telemetry;

/// <summary>
/// Receives OTLP over HTTP or gRPC and reads the part of protobuf that a test needs (opentelemetry-proto: trace.proto, metrics.proto).
/// </summary>
internal sealed class Collector : IAsyncDisposable
{
    private readonly WebApplication app;

    private Collector(WebApplication app) =>
        (this.app, Address) = (app, app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    public string Address { get; }

    public ConcurrentQueue<Span> Spans { get; } = new();

    public ConcurrentDictionary<string, bool> Metrics { get; } = new(StringComparer.Ordinal);

    /// <summary>All received bytes as text, so that a test can search them.</summary>
    public ConcurrentQueue<string> Raw { get; } = new();

    internal sealed record Span(
        string Name,
        string Trace,
        string Id,
        string Parent,
        IReadOnlyList<string> Links,
        IReadOnlyList<string> Attributes
    );

    public static async Task<Collector> StartAsync(bool grpc = false)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        // gRPC without TLS is HTTP/2 from the first byte, and nothing else is accepted there.
        builder
            .WebHost.UseKestrelCore()
            .ConfigureKestrel(kestrel =>
                kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = grpc ? HttpProtocols.Http2 : HttpProtocols.Http1)
            );
        var app = builder.Build();
        Collector? own = null;
        app.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            if (!grpc)
            {
                own!.Take(context.Request.Path == "/v1/traces", body.ToArray());
                context.Response.ContentType = "application/x-protobuf";
                return;
            }
            // A message is a byte that says whether it is compressed, four bytes of length, and its content; the status comes after the
            // answer (grpc.github.io, "gRPC over HTTP2").
            var message = body.ToArray();
            Assert.Equal((0, message.Length - 5), (message[0], (int)BinaryPrimitives.ReadUInt32BigEndian(message.AsSpan(1))));
            own!.Take(context.Request.Path == "/opentelemetry.proto.collector.trace.v1.TraceService/Export", message[5..]);
            context.Response.ContentType = "application/grpc";
            await context.Response.Body.WriteAsync(new byte[5]);
            context.Response.AppendTrailer("grpc-status", "0");
        });
        await app.StartAsync();
        return own = new(app);
    }

    public async ValueTask DisposeAsync()
    {
        await app.StopAsync();
        await app.DisposeAsync();
    }

    private void Take(bool traces, byte[] body)
    {
        Raw.Enqueue(Encoding.Latin1.GetString(body));
        // Export…Request: resource_… = 1; within it scope_… = 2; within it span or metric = 2.
        foreach (var each in Fields(body, 1).SelectMany(resource => Fields(resource, 2)).SelectMany(scope => Fields(scope, 2)))
        {
            if (traces)
                Spans.Enqueue(
                    new(
                        Text(each, 5),
                        Hex(each, 1),
                        Hex(each, 2),
                        Hex(each, 4),
                        [.. Fields(each, 13).Select(link => Hex(link, 2))],
                        [
                            .. Fields(each, 9)
                                .Select(attribute =>
                                    $"{Text(attribute, 1)}={Fields(attribute, 2).Select(value => Text(value, 1)).FirstOrDefault()}"
                                ),
                        ]
                    )
                );
            else
                Metrics[Text(each, 1)] = true;
        }
    }

    private static string Text(byte[] message, int field) => Encoding.UTF8.GetString(Fields(message, field).FirstOrDefault() ?? []);

    private static string Hex(byte[] message, int field) => Convert.ToHexStringLower(Fields(message, field).FirstOrDefault() ?? []);

    /// <summary>The length-delimited fields of a number, in order (protobuf.dev/programming-guides/encoding).</summary>
    private static List<byte[]> Fields(byte[] message, int wanted)
    {
        var (found, at) = (new List<byte[]>(), 0);
        while (at < message.Length)
        {
            var key = Varint(message, ref at);
            switch (key & 7)
            {
                case 0:
                    Varint(message, ref at);
                    break;
                case 1:
                    at += 8;
                    break;
                case 5:
                    at += 4;
                    break;
                default:
                    var length = (int)Varint(message, ref at);
                    if ((int)(key >> 3) == wanted)
                        found.Add(message[at..(at + length)]);
                    at += length;
                    break;
            }
        }
        return found;
    }

    private static ulong Varint(byte[] message, ref int at)
    {
        var (value, shift) = (0UL, 0);
        for (; ; shift += 7)
        {
            var next = message[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
    }
}
