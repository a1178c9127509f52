using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli;

/// <summary>What an installer needs of enrolment: the server comes from a policy, and a second enrolment is no error.</summary>
[Collection("command line")]
public sealed class EnrollVerbTests : IDisposable
{
    private static readonly string Pin = "sha256:" + new string('a', 64);
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public EnrollVerbTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Without_a_server_it_says_how_to_name_one()
    {
        var said = await _shell.RunAsync("enroll", "--token", "iwe_1");
        Assert.Equal(64, said.Exit);
        Assert.Contains("No server is named", said.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://127.0.0.1:9", null)]
    [InlineData(null, "pin")]
    public async Task Half_of_a_server_is_refused(string? url, string? pin)
    {
        string[] args =
        [
            "enroll",
            .. url is null ? Array.Empty<string>() : [url],
            "--token",
            "iwe_1",
            .. pin is null ? Array.Empty<string>() : ["--ca-pin", Pin],
        ];
        var said = await _shell.RunAsync(args);
        Assert.Equal(64, said.Exit);
        Assert.Contains("URL and --ca-pin go together", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_server_that_a_policy_names_is_asked()
    {
        // Nothing listens on the discard port: the error names the called server.
        _shell.Central = new CentralSettings { Fleet = new FleetAddress(new Uri("https://127.0.0.1:9"), Pin, "group policy") };
        var said = await _shell.RunAsync("enroll", "--token", "iwe_1");
        Assert.Equal(4, said.Exit);
        Assert.StartsWith("127.0.0.1:9", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_policy_that_is_not_understood_is_told_where_the_server_is_missed()
    {
        _shell.Central = new CentralSettings { Problems = ["Group policy: Server is 'x'."] };
        var said = await _shell.RunAsync("enroll", "--token", "iwe_1");
        Assert.Equal(64, said.Exit);
        Assert.Contains("Server is 'x'", said.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("iwe_7\n", true, false, 4, "127.0.0.1:9")]
    [InlineData("  \n", true, false, 64, "is empty")]
    [InlineData(null, true, false, 64, "cannot be read")]
    [InlineData("iwe_7", true, true, 64, "exclude each other")]
    [InlineData(null, false, false, 64, "No token is given")]
    public async Task A_token_is_read_from_a_file(string? content, bool file, bool word, int exit, string said)
    {
        var path = Path.Combine(_bench.State.Root, "token");
        Directory.CreateDirectory(_bench.State.Root);
        if (content is not null)
            File.WriteAllText(path, content);
        string[] args =
        [
            "enroll",
            "https://127.0.0.1:9",
            "--ca-pin",
            Pin,
            .. file ? ["--token-file", path] : Array.Empty<string>(),
            .. word ? ["--token", "iwe_1"] : Array.Empty<string>(),
        ];
        var answer = await _shell.RunAsync(args);
        Assert.Equal(exit, answer.Exit);
        Assert.Contains(said, answer.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://iw.example.net:7443", true, 0)]
    [InlineData("https://iw.example.net:7443", false, 1)]
    [InlineData("https://other.example.net:7443", true, 1)]
    public async Task A_host_that_is_enrolled_stays_as_it_is(string server, bool unless, int exit)
    {
        Enrolled();
        string[] args = ["enroll", server, "--token", "iwe_1", "--ca-pin", Pin, .. unless ? ["--unless-enrolled"] : Array.Empty<string>()];
        var said = await _shell.RunAsync(args);
        Assert.Equal(exit, said.Exit);
        Assert.Contains("already", said.Out + said.Error, StringComparison.Ordinal);
        Assert.Contains("othing was sent", said.Out + said.Error, StringComparison.Ordinal);
        Assert.Equal("host-1", IdentityFile.Read(_bench.State.Root)!.HostId);
    }

    [Fact]
    public async Task Joining_again_replaces_the_membership_and_changes_no_window()
    {
        Enrolled(former: "secret-0");
        using var authority = new TestAuthority();
        using var server = Fleet(authority, enrolled: true);
        await _shell.RunAsync("apply", _shell.Edge());
        var windows = _bench.Tuner.Routes.Select(route => route.Window).ToList();

        var said = await _shell.RunAsync(
            "enroll",
            server.Address.ToString(),
            "--token",
            "iwe_2",
            "--ca-pin",
            IwTune.Agent.Control.CaPin.Of(authority.Root).ToString(),
            "--again"
        );

        Assert.True(said.Exit == 0, said.Error);
        var now = IdentityFile.Read(_bench.State.Root)!;
        Assert.Equal(("host-2", "secret-2", server.Address), (now.HostId, now.Secret, now.Server));
        Assert.Empty(now.FormerSecrets);
        Assert.Equal(windows, _bench.Tuner.Routes.Select(route => route.Window));
        Assert.DoesNotContain(
            server.Requests,
            request =>
                request.Headers.Contains("secret-1", StringComparison.Ordinal)
                || request.Body.Contains("secret-1", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task Joining_the_same_fleet_again_proves_with_the_former_secret_which_host_it_is()
    {
        using var authority = new TestAuthority();
        var pin = IwTune.Agent.Control.CaPin.Of(authority.Root).ToString();
        Enrolled(pin: pin);
        using var server = Fleet(authority, enrolled: true);

        var said = await _shell.RunAsync("enroll", server.Address.ToString(), "--token", "iwe_2", "--ca-pin", pin, "--again");

        Assert.True(said.Exit == 0, said.Error);
        var asked = Assert.Single(server.Requests, request => request.Body.Contains("iwe_2", StringComparison.Ordinal));
        Assert.Equal("host-1.secret-1", JsonSerializer.Deserialize(asked.Body, WireJson.Default.EnrolRequest)!.Former);
    }

    [Fact]
    public async Task Joining_again_where_it_is_refused_leaves_the_membership_as_it_was()
    {
        Enrolled();
        using var authority = new TestAuthority();
        using var server = Fleet(authority, enrolled: false);

        var said = await _shell.RunAsync(
            "enroll",
            server.Address.ToString(),
            "--token",
            "iwe_2",
            "--ca-pin",
            IwTune.Agent.Control.CaPin.Of(authority.Root).ToString(),
            "--again"
        );

        Assert.Equal(1, said.Exit);
        Assert.Contains("used up", said.Error, StringComparison.Ordinal);
        Assert.Equal(("host-1", "secret-1"), (IdentityFile.Read(_bench.State.Root)!.HostId, IdentityFile.Read(_bench.State.Root)!.Secret));
    }

    [Theory]
    [InlineData(null, "follows the server from now on.")]
    [InlineData("/etc/iwtune/policy.yaml", "enforces /etc/iwtune/policy.yaml and does not follow the server. Start it without --policy")]
    public async Task What_a_running_daemon_makes_of_an_enrolment_is_said(string? policy, string next)
    {
        using var authority = new TestAuthority();
        using var server = Fleet(authority, enrolled: true);
        using var held = StateLock.Take(_bench.State, StateLock.Daemon);
        var socket = _bench.State.File("agent.sock");
        using var daemon = new LocalListener(LocalEndpoint.Open(socket).Endpoint!, Answer, AgentLog.Silent, TimeProvider.System);
        using var stop = new CancellationTokenSource();
        _ = daemon.RunAsync(stop.Token);

        var pin = IwTune.Agent.Control.CaPin.Of(authority.Root).ToString();
        var said = await _shell.RunAsync("enroll", $"{server.Address}", "--token", "iwe_2", "--ca-pin", pin, "--socket", socket);

        Assert.Contains(next, said.Out, StringComparison.Ordinal);
        await stop.CancelAsync();

        ValueTask<LocalReply> Answer(LocalRequest request, CancellationToken ct) =>
            ValueTask.FromResult(
                new LocalReply
                {
                    Exit = ExitCode.Fine,
                    Status = new DaemonStatus
                    {
                        Version = "1.0.0",
                        Pid = 1,
                        Since = _bench.Clock.GetUtcNow(),
                        Now = _bench.Clock.GetUtcNow(),
                        StateDirectory = _bench.State.Root,
                        PolicyFile = policy,
                    },
                }
            );
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private static TestServer Fleet(TestAuthority authority, bool enrolled) =>
        new(authority)
        {
            Answer = (line, _, _) =>
                line switch
                {
                    "GET /agent/v1/ca HTTP/1.1" => (200, "", authority.Pem),
                    _ when enrolled => (
                        200,
                        "",
                        JsonSerializer.Serialize(
                            new EnrolReply("host-2", "secret-2", [], new Schedule(55, 60, 7), new Dictionary<string, string>()),
                            WireJson.Default.EnrolReply
                        )
                    ),
                    _ => (401, "", """{"title":"The enrolment token is not valid.","status":401,"detail":"It is used up."}"""),
                },
        };

    private void Enrolled(string? former = null, string? pin = null) =>
        IdentityFile.Write(
            _bench.State.Root,
            new Identity
            {
                Server = new Uri("https://iw.example.net:7443"),
                HostId = "host-1",
                Secret = "secret-1",
                FormerSecrets = former is null ? [] : [former],
                Authority = "",
                Pin = pin ?? Pin,
                SigningKeys = [],
                Schedule = new Schedule(55, 60, 7),
                Labels = new Dictionary<string, string>(),
                Enrolled = _bench.Clock.GetUtcNow(),
            }
        );
}
