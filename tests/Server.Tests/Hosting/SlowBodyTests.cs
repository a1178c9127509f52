using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Tests.Hosting;

/// <summary>Slow bodies do not block other callers, and time out.</summary>
public sealed class SlowBodyTests : IAsyncDisposable
{
    private const string Form = "application/x-www-form-urlencoded",
        Json = "application/json";
    private readonly List<SslStream> _slow = [];
    private RunningServer server = null!;

    [Fact]
    public async Task However_many_come_slowly_to_whatever_call_the_others_are_answered()
    {
        server = await RunningServer.StartAsync();
        var viewer = await server.TokenAsync(TokenKind.Api, grants: [new(Role.Viewer, "")]);
        server.HoldTime(); // no body runs out of time while the machine is busy
        for (var i = 0; i < 50; i++)
        {
            foreach (
                var (path, type, more) in ((string, string, string)[])
                    [
                        ("/agent/v1/enroll", Json, ""),
                        ("/theme", Form, ""),
                        ("/sign-out", Form, ""),
                        ("/error", Form, ""),
                        ("/api/v1/policies/validate", Json, $"Authorization: Bearer {viewer}\r\n"),
                    ]
            )
                await SendAsync($"127.0.1.{1 + i}", path, type, more, length: 2000, "x");
        }
        Assert.Equal(250, _slow.Count);
        Assert.All(server.Get<Admission>().All, budget => Assert.Equal((0, 0), (budget.Running, budget.Queued)));
        var host = await server.EnrolAsync(); // uses enrolment, the CA and the API
        using var page = await server.Client().GetAsync("/sign-in");
        Assert.Equal(HttpStatusCode.OK, page.StatusCode);
        using var theme = await server.Client().PostAsync("/theme", new FormUrlEncodedContent([new("theme", "dark")]));
        Assert.NotEqual(HttpStatusCode.ServiceUnavailable, theme.StatusCode);
        Assert.Equal(1, await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "served"))));
    }

    [Theory]
    [InlineData("/agent/v1/enroll", Json)]
    [InlineData("/theme", Form)]
    public async Task A_body_that_does_not_come_is_refused_after_its_time(string path, string type)
    {
        server = await RunningServer.StartAsync();
        await SendAsync("127.0.1.1", path, type, "", length: 2000, "x");
        var answer = StatusAsync(_slow[0]);
        for (var i = 0; i < 20 && !answer.IsCompleted; i++)
        {
            server.Clock.Advance(TimeSpan.FromSeconds(1));
            await Task.WhenAny(answer, Task.Delay(50));
        }
        Assert.StartsWith("HTTP/1.1 408", await answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Kestrels_own_limit_does_not_end_a_call_before_its_time()
    {
        server = await RunningServer.StartAsync();
        server.Get<IOptions<KestrelServerOptions>>().Value.Limits.MinRequestBodyDataRate = new(
            bytesPerSecond: 240,
            gracePeriod: TimeSpan.FromSeconds(1.1) // Kestrel looks once a second, of real time
        );
        await SendAsync("127.0.1.1", "/theme", Form, "", length: 2000, "x");
        var answer = StatusAsync(_slow[0]);
        await Task.WhenAny(answer, Task.Delay(TimeSpan.FromSeconds(4)));
        Assert.False(answer.IsCompleted);
    }

    [Fact]
    public async Task One_address_has_only_so_many_slow_ones()
    {
        server = await RunningServer.StartAsync();
        for (var i = 0; i < 20; i++)
            await SendAsync("127.0.1.1", "/agent/v1/enroll", Json, "", length: 2000, "x");
        await SendAsync("127.0.1.2", "/agent/v1/enroll", Json, "", length: 2000, "x");
        var answers = _slow.ConvertAll(StatusAsync);
        for (var i = 0; i < 40 && answers.Count(answer => answer.IsCompleted) < 4; i++)
        {
            server.Clock.Advance(TimeSpan.FromMilliseconds(100));
            await Task.Delay(50);
        }
        var refused = answers.Where(answer => answer.IsCompleted).ToList();
        Assert.Equal(4, refused.Count);
        Assert.All(await Task.WhenAll(refused), status => Assert.StartsWith("HTTP/1.1 429", status, StringComparison.Ordinal));
        Assert.False(answers[^1].IsCompleted);
    }

    [Fact]
    public async Task A_stranger_is_refused_before_the_body_of_a_call_for_hosts_is_read()
    {
        server = await RunningServer.StartAsync();
        foreach (var path in (string[])[AgentPaths.Rotate, AgentPaths.Adopt, AgentPaths.Reports, AgentPaths.CheckIn])
        {
            await SendAsync(
                "127.0.1.1",
                path,
                path == AgentPaths.Reports ? "application/x-ndjson" : Json,
                $"Authorization: IwTune-Host {Guid.NewGuid()}.nobody\r\n",
                length: 2000,
                ""
            );
            Assert.Equal((path, "HTTP/1.1 401"), (path, (await StatusAsync(_slow[^1]))[..12]));
        }
    }

    [Fact]
    public async Task A_body_in_pieces_is_read_whole_and_one_that_is_too_long_refused()
    {
        server = await RunningServer.StartAsync();
        var token = await server.TokenAsync(TokenKind.Api, grants: [new(Role.Viewer, "")]);
        const string document = """{"document":"policy: edge\nwindow: { initcwnd: 10 }\nscopes: [default]\n","reason":"faster pages"}""";
        await SendAsync(
            "127.0.1.1",
            "/api/v1/policies/validate",
            Json,
            $"Authorization: Bearer {token}\r\n",
            document.Length,
            document[..10]
        );
        foreach (var letter in document[10..])
            await _slow[0].WriteAsync(new[] { (byte)letter });
        Assert.StartsWith("HTTP/1.1 200", await StatusAsync(_slow[0]), StringComparison.Ordinal);
        await SendAsync("127.0.1.1", "/theme", Form, "", length: 100_000, "x");
        Assert.StartsWith("HTTP/1.1 413", await StatusAsync(_slow[1]), StringComparison.Ordinal);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var one in _slow)
            await one.DisposeAsync();
        await server.DisposeAsync();
    }

    private async Task SendAsync(string from, string path, string type, string more, int length, string begin)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Parse(from), 0));
        await socket.ConnectAsync(IPAddress.Loopback, server.Url.Port);
        var stream = new SslStream(new NetworkStream(socket, ownsSocket: true), leaveInnerStreamOpen: false, (_, _, _, _) => true);
        await stream.AuthenticateAsClientAsync("localhost");
        await stream.WriteAsync(
            Encoding.ASCII.GetBytes(
                $"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {type}\r\nContent-Length: {length}\r\n{more}\r\n{begin}"
            )
        );
        _slow.Add(stream);
    }

    private static async Task<string> StatusAsync(SslStream from)
    {
        var buffer = new byte[4096];
        return Encoding.ASCII.GetString(buffer, 0, await from.ReadAsync(buffer));
    }
}
