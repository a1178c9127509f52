using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control;

public sealed class EnrolmentTests : IDisposable
{
    private static readonly HostFacts Facts = new()
    {
        HostName = "h",
        Os = "linux",
        OsName = "Debian",
        Kernel = "6",
        BootId = "b",
        AgentVersion = "0",
    };
    private readonly TestAuthority _authority = new();
    private readonly TestServer _server;
    private string _pem;

    public EnrolmentTests()
    {
        _pem = _authority.Pem;
        _server = new TestServer(_authority) { Answer = (line, _, _) => Reply(line) };
    }

    [Fact]
    public async Task A_host_joins_and_keeps_who_it_is_readable_by_its_owner_alone()
    {
        using var bench = new Bench();
        var (identity, problem) = await JoinAsync(CaPin.Of(_authority.Root));
        Assert.Equal("", problem);

        IdentityFile.Write(bench.State.Root, identity!);
        var read = IdentityFile.Read(bench.State.Root)!;

        Assert.Equal("host-1.secret-1", read.Credential);
        Assert.Equal("edge", read.Labels["role"]);
        Assert.Equal(new Schedule(55, 60, 7), read.Schedule);
        Assert.Equal(
            UnixFileMode.UserRead | UnixFileMode.UserWrite,
            File.GetUnixFileMode(Path.Combine(bench.State.Root, IdentityFile.Name))
        );
    }

    [Fact]
    public async Task A_host_that_joins_makes_a_key_and_one_that_joins_anew_proves_the_former_one()
    {
        using var bench = new Bench();
        var keys = new FileHostKeys(bench.State.Root);
        var enrolment = new Enrolment(TimeProvider.System) { Keys = keys };
        var (first, _) = await enrolment.JoinAsync(
            _server.Address,
            "token-1",
            CaPin.Of(_authority.Root),
            Facts,
            former: null,
            CancellationToken.None
        );
        var (second, _) = await enrolment.JoinAsync(
            _server.Address,
            "token-2",
            CaPin.Of(_authority.Root),
            Facts,
            first,
            CancellationToken.None
        );

        var sent = _server
            .Requests.Where(request => request.Line.Contains("/enroll", StringComparison.Ordinal))
            .Select(request => JsonSerializer.Deserialize(request.Body, WireJson.Default.EnrolRequest)!)
            .ToList();
        using var before = keys.Open(first!.Key!).Key!;
        using var after = keys.Open(second!.Key!).Key!;
        Assert.Equal([before.PublicKey, after.PublicKey], sent.Select(request => request.Key!.PublicKey));
        Assert.True(
            SigningKeys.Fits(
                new("", after.PublicKey),
                HostKeys.Offer(HostKeys.Enrol, "token-2", after.PublicKey),
                Convert.FromBase64String(sent[1].Key!.Proof)
            )
        );
        Assert.Null(sent[0].FormerProof);
        Assert.True(
            SigningKeys.Fits(
                new("", before.PublicKey),
                HostKeys.Offer(HostKeys.Former, "token-2", after.PublicKey),
                Convert.FromBase64String(sent[1].FormerProof!)
            )
        );
    }

    [Fact]
    public async Task A_join_that_is_refused_leaves_no_key_behind_but_the_one_in_use()
    {
        using var bench = new Bench();
        var keys = new FileHostKeys(bench.State.Root);
        var (member, _) = await new Enrolment(TimeProvider.System) { Keys = keys }.JoinAsync(
            _server.Address,
            "token-1",
            CaPin.Of(_authority.Root),
            Facts,
            former: null,
            CancellationToken.None
        );
        _server.Answer = (line, _, _) => line.Contains("/enroll", StringComparison.Ordinal) ? (401, "", "{}") : Reply(line);
        var (refused, _) = await new Enrolment(TimeProvider.System) { Keys = keys }.JoinAsync(
            _server.Address,
            "token-2",
            CaPin.Of(_authority.Root),
            Facts,
            member,
            CancellationToken.None
        );

        Assert.Null(refused);
        Assert.Equal([member!.Key], Directory.GetFiles(bench.State.Root, "host-*").Select(Path.GetFileName));
    }

    [Fact]
    public async Task A_wrong_pin_shows_both_and_sends_no_token()
    {
        using var other = new TestAuthority();

        var (identity, problem) = await JoinAsync(CaPin.Of(other.Root));

        Assert.Null(identity);
        Assert.Contains(CaPin.Of(other.Root).ToString(), problem, StringComparison.Ordinal);
        Assert.Contains(CaPin.Of(_authority.Root).ToString(), problem, StringComparison.Ordinal);
        Assert.DoesNotContain(_server.Requests, request => request.Body.Contains("token-1", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_man_in_the_middle_who_passes_the_right_CA_on_gets_no_token()
    {
        using var right = new TestAuthority();
        _pem = right.Pem;

        var (identity, problem) = await JoinAsync(CaPin.Of(right.Root));

        Assert.Null(identity);
        Assert.Contains("certificate", problem, StringComparison.Ordinal);
        Assert.DoesNotContain(_server.Requests, request => request.Body.Contains("token-1", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_the_server_says_about_the_token_is_passed_on()
    {
        _server.Answer = (line, _, _) =>
            line.Contains("/enroll", StringComparison.Ordinal)
                ? (
                    401,
                    "",
                    """{"title":"The enrolment token is not valid.","status":401,"detail":"It is used up. Make another: iwtune-server token create"}"""
                )
                : Reply(line);

        var (_, problem) = await JoinAsync(CaPin.Of(_authority.Root));

        Assert.Contains("used up", problem, StringComparison.Ordinal);
        Assert.Contains("iwtune-server token create", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(503, "did not send its CA:", "Repeat the command later.")]
    [InlineData(404, "answered 404 when asked for its CA.", "Is this the address of an iwtune-server?")]
    public async Task A_server_in_trouble_is_not_taken_for_another_program(int status, string found, string next)
    {
        _server.Answer = (_, _, _) => (status, "", "");
        var (identity, problem) = await JoinAsync(CaPin.Of(_authority.Root));
        Assert.Null(identity);
        Assert.Contains(found, problem, StringComparison.Ordinal);
        Assert.EndsWith(next, problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_is_not_there_is_named()
    {
        // The port is bound but nothing listens: no other process can listen on it meanwhile.
        using var taken = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        taken.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var address = new Uri($"https://127.0.0.1:{((IPEndPoint)taken.LocalEndPoint!).Port}");

        var (_, problem) = await new Enrolment(TimeProvider.System).JoinAsync(
            address,
            "token-1",
            CaPin.Of(_authority.Root),
            Facts,
            former: null,
            CancellationToken.None
        );

        Assert.StartsWith(address.Authority, problem, StringComparison.Ordinal);
        Assert.Contains("refused", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("hello")]
    [InlineData("{}")]
    public async Task An_answer_that_is_no_certificate_is_told(string body)
    {
        _server.Answer = (_, _, _) => (200, "", body);

        var (_, problem) = await JoinAsync(CaPin.Of(_authority.Root));

        Assert.Contains("not a PEM certificate", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{ \"server\": ")]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("")]
    public void A_damaged_identity_says_what_to_do(string content)
    {
        using var bench = new Bench();
        File.WriteAllText(bench.State.File(IdentityFile.Name), content);

        var told = Assert.Throws<InvalidDataException>(() => IdentityFile.Read(bench.State.Root));

        Assert.Contains("unenroll --force", told.Message, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _server.Dispose();
        _authority.Dispose();
    }

    private Task<(Identity? Identity, string Problem)> JoinAsync(CaPin pin) =>
        new Enrolment(TimeProvider.System).JoinAsync(_server.Address, "token-1", pin, Facts, former: null, CancellationToken.None);

    private (int, string, string) Reply(string line) =>
        line switch
        {
            "GET /agent/v1/ca HTTP/1.1" => (200, "", _pem),
            "POST /agent/v1/enroll HTTP/1.1" => (
                200,
                "",
                JsonSerializer.Serialize(
                    new EnrolReply(
                        "host-1",
                        "secret-1",
                        [],
                        new Schedule(55, 60, 7),
                        new Dictionary<string, string>(StringComparer.Ordinal) { ["role"] = "edge" }
                    ),
                    WireJson.Default.EnrolReply
                )
            ),
            _ => (404, "", ""),
        };
}
