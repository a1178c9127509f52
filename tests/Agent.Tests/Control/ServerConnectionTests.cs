using System.Net;
using System.Net.Http.Headers;
using System.Net.Security;
using System.Net.Sockets;
using IwTune.Agent.Control;

namespace IwTune.Agent.Tests.Control;

public sealed class ServerConnectionTests : IDisposable
{
    private readonly TestAuthority _authority = new();
    private readonly TestServer _server;

    public ServerConnectionTests() => _server = new TestServer(_authority) { Answer = (_, _, _) => (200, "", "hello") };

    [Fact]
    public async Task A_server_of_the_pinned_CA_is_talked_to_with_the_hosts_credential()
    {
        var answer = await CallAsync(_authority);

        Assert.True(answer.Granted);
        Assert.Contains("Authorization: IwTune-Host id.secret", _server.Requests.Single().Headers, StringComparison.Ordinal);
    }

    /// <summary>As SocketsHttpHandler does at its ConnectTimeout, before the limit of the call.</summary>
    [Fact]
    public async Task A_server_that_does_not_take_the_connection_is_named_with_the_time_that_it_had()
    {
        using var connection = new ServerConnection(
            new Uri("https://192.0.2.1:7443"),
            (_, _, _, _) => true,
            credential: null,
            TimeProvider.System,
            _ => new Failing(new TaskCanceledException("", new TimeoutException()))
        );
        var answer = await connection.SendAsync(HttpMethod.Get, "/x", default, "", TimeSpan.FromSeconds(70), CancellationToken.None);
        Assert.Equal("192.0.2.1:7443 could not be connected and secured within 10 s.", answer.Problem);
    }

    /// <summary>As SocketsHttpHandler does when the reset arrives before its first look at the connection.</summary>
    [Fact]
    public async Task A_connection_that_is_reset_as_soon_as_it_is_made_is_not_an_error_of_the_agent()
    {
        using var connection = new ServerConnection(
            new Uri("https://192.0.2.1:7443"),
            (_, _, _, _) => true,
            credential: null,
            TimeProvider.System,
            _ => new Failing(new SocketException((int)SocketError.NotConnected))
        );
        var answer = await connection.SendAsync(HttpMethod.Get, "/x", default, "", TimeSpan.FromSeconds(70), CancellationToken.None);
        Assert.Equal("192.0.2.1:7443 could not be connected: reset by the other end.", answer.Problem);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_long_answer_that_breaks_off_is_refused_and_an_error_of_its_destination_is_not_the_servers(bool reset)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = Task.Run(async () =>
        {
            using var socket = await listener.AcceptSocketAsync();
            await using var tls = new SslStream(new NetworkStream(socket));
            await tls.AuthenticateAsServerAsync(_authority.Server);
            Assert.NotEqual(0, await tls.ReadAsync(new byte[1 << 14]));
            await tls.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf"u8.ToArray());
            socket.LingerState = new LingerOption(reset, 0);
            socket.Close();
        });
        using var written = new MemoryStream();
        using var connection = Connected($"https://localhost:{((IPEndPoint)listener.LocalEndpoint).Port}");
        var answer = await connection.DownloadAsync("/x", written, TimeSpan.FromSeconds(70), CancellationToken.None);

        await serving;
        Assert.False(answer.Granted);
        Assert.Matches(
            $"^localhost:[0-9]+ broke off in the middle{(reset ? ": reset by the other end" : "")}\\. The answer is not complete\\.$",
            answer.Problem
        );
        using var full = new FullDisk();
        using var whole = Connected(_server.Address.ToString());
        await Assert.ThrowsAsync<IOException>(() => whole.DownloadAsync("/x", full, TimeSpan.FromSeconds(70), CancellationToken.None));
    }

    [Fact]
    public async Task Another_CA_of_the_same_name_is_not_trusted()
    {
        using var twin = new TestAuthority();
        Assert.Equal(twin.Root.Subject, _authority.Root.Subject);

        Assert.True((await CallAsync(twin)).Unreachable);
        Assert.Empty(_server.Requests);
    }

    [Fact]
    public async Task A_certificate_for_another_name_is_not_trusted()
    {
        using var elsewhere = new TestAuthority(host: "iw.example.net");
        using var server = new TestServer(elsewhere) { Answer = (_, _, _) => (200, "", "hello") };

        var answer = await CallAsync(elsewhere, server);

        Assert.True(answer.Unreachable);
        Assert.Empty(server.Requests);
    }

    [Fact]
    public async Task A_root_that_may_not_issue_certificates_is_not_trusted()
    {
        using var noAuthority = new TestAuthority(authority: false);
        using var server = new TestServer(noAuthority) { Answer = (_, _, _) => (200, "", "hello") };

        Assert.True((await CallAsync(noAuthority, server)).Unreachable);
    }

    [Fact]
    public async Task A_certificate_that_is_not_valid_yet_is_a_matter_of_clocks_and_not_of_the_CA()
    {
        using var ahead = new TestAuthority(from: new DateTimeOffset(2100, 1, 1, 0, 0, 0, TimeSpan.Zero));
        using var server = new TestServer(ahead) { Answer = (_, _, _) => (200, "", "hello") };

        var answer = await CallAsync(ahead, server);

        Assert.True(answer.Unreachable);
        Assert.Contains("valid from 2100-01-01 00:00:00Z", answer.Problem, StringComparison.Ordinal);
        Assert.Contains("this host's clock says", answer.Problem, StringComparison.Ordinal);
        Assert.Empty(server.Requests);

        using var twin = new TestAuthority();
        Assert.DoesNotContain("clock", (await CallAsync(twin, server)).Problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_server_that_goes_away_in_the_middle_of_the_handshake_has_shown_no_wrong_certificate(bool reset)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var accepting = Task.Run(async () =>
        {
            using var socket = await listener.AcceptSocketAsync();
            await socket.ReceiveAsync(new byte[1 << 14]);
            socket.LingerState = new LingerOption(reset, 0);
        });

        var answer = await CallAsync(_authority, new Uri($"https://{listener.LocalEndpoint}"));

        await accepting;
        Assert.True(answer.Unreachable);
        Assert.Equal(
            $"{listener.LocalEndpoint} ended the connection before it was secured{(reset ? ": reset by the other end" : "")}. Nothing was "
                + "sent.",
            answer.Problem
        );
    }

    [Fact]
    public async Task A_busy_servers_words_and_time_are_passed_on()
    {
        _server.Answer = (_, _, _) =>
            (
                503,
                "Retry-After: 42\r\nContent-Type: application/problem+json\r\n",
                """{"title":"Busy.","status":503,"detail":"Come later."}"""
            );

        var answer = await CallAsync(_authority);

        Assert.Equal((503, "Busy. Come later.", TimeSpan.FromSeconds(42)), (answer.Status, answer.Problem, answer.RetryAfter));
    }

    [Fact]
    public async Task A_redirect_is_not_followed_and_a_credential_goes_nowhere_else()
    {
        using var other = new TestServer(_authority) { Answer = (_, _, _) => (200, "", "stolen") };
        _server.Answer = (_, _, _) => (302, $"Location: {other.Address}\r\n", "");

        Assert.Equal(302, (await CallAsync(_authority)).Status);
        Assert.Empty(other.Requests);
    }

    public void Dispose()
    {
        _server.Dispose();
        _authority.Dispose();
    }

    private Task<ServerAnswer> CallAsync(TestAuthority trusted, TestServer? server = null) =>
        CallAsync(trusted, (server ?? _server).Address);

    private static async Task<ServerAnswer> CallAsync(TestAuthority trusted, Uri address)
    {
        var (authority, problem) = PinnedAuthority.Read(trusted.Pem, CaPin.Of(trusted.Root));
        Assert.Equal("", problem);
        using (authority)
        {
            using var connection = new ServerConnection(
                address,
                authority!.Accepts,
                new AuthenticationHeaderValue("IwTune-Host", "id.secret"),
                TimeProvider.System
            );
            return await connection.SendAsync(HttpMethod.Get, "/x", default, "", TimeSpan.FromSeconds(10), CancellationToken.None);
        }
    }

    private ServerConnection Connected(string to)
    {
        var (authority, _) = PinnedAuthority.Read(_authority.Pem, CaPin.Of(_authority.Root));
        return new(new Uri(to), authority!.Accepts, credential: null, TimeProvider.System);
    }

    private sealed class FullDisk : MemoryStream
    {
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            ValueTask.FromException(new IOException("No space left on device"));
    }

    private sealed class Failing(Exception with) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken ct) =>
            Task.FromException<HttpResponseMessage>(with);
    }
}
