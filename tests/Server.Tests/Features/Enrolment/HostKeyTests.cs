using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Features.Enrolment;

public sealed class HostKeyTests : IDisposable
{
    private readonly HostSigner _signer = new();

    [Fact]
    public async Task A_host_with_a_key_is_served_and_its_secret_alone_is_refused_with_an_event()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await JoinAsync(server);
        await AssertAsync(await host.CheckInAsync(), HostProof.StaleNonce);
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
        Assert.Equal(1, await host.DurableAsync(host.Line(new HostEvent(HostEventKind.Applied, "", "x"))));

        var thief = host.Run(server, "thief");
        for (var i = 0; i < 2; i++)
            Assert.Contains(
                "contains no proof of it",
                (await AssertAsync(await thief.CheckInAsync(), HostProof.Missing)).Title,
                StringComparison.Ordinal
            );
        await AssertAsync(await thief.ReportAsync(thief.Line(new HostEvent(HostEventKind.Applied, "", "y"))), HostProof.Missing);
        await AssertAsync(await thief.RotateAsync("stolen"), HostProof.Missing);
        await AssertAsync(await thief.Client.PostAsync(AgentPaths.Unenrol, null), HostProof.Missing);
        await AssertAsync(await thief.Client.GetAsync(AgentPaths.Ping), HostProof.Missing);

        var detail = await api.GetAsync(FleetPaths.Host(host.Id), HostsJson.Default.HostDetail);
        Assert.Single(detail.History, entry => entry.Kind == "ProofRefused");
        Assert.Equal((HostKeys.File, HostKeys.File), (detail.Credential?.Key, detail.Summary.HostKey));
        Assert.Single(await ActionsAsync(server), action => action == "host.proof");
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
    }

    [Fact]
    public async Task A_proof_counts_once()
    {
        await using var server = await RunningServer.StartAsync(with: Proxied);
        var host = await JoinAsync(server);
        await host.CheckInAsync();
        Assert.Equal(HttpStatusCode.NoContent, (await host.Client.GetAsync(AgentPaths.Ping)).StatusCode);

        _signer.Instead = _signer.Last;
        await AssertAsync(await host.Client.GetAsync(AgentPaths.Ping), HostProof.Repeated);
        _signer.Instead = null;
        Assert.Equal(HttpStatusCode.NoContent, (await host.Client.GetAsync(AgentPaths.Ping)).StatusCode);
    }

    [Fact]
    public async Task A_proof_that_was_sent_on_a_connection_that_needed_none_opens_no_other_connection()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await JoinAsync(server);
        await host.CheckInAsync();
        await host.CheckInAsync();
        Assert.Equal(HttpStatusCode.NoContent, (await host.Client.GetAsync(AgentPaths.Ping)).StatusCode);

        _signer.Instead = _signer.Last;
        await AssertAsync(await _signer.Client(server, host.Reply).GetAsync(AgentPaths.Ping), HostProof.Repeated);
    }

    [Theory]
    [InlineData("POST", AgentPaths.Ping, "")]
    [InlineData("GET", AgentPaths.Ping + "?x=1", "")]
    [InlineData("GET", AgentPaths.CheckIn, "")]
    public async Task A_proof_for_another_call_is_refused(string method, string target, string body)
    {
        await using var server = await RunningServer.StartAsync();
        var host = await JoinAsync(server);
        await host.CheckInAsync();
        _signer.Signed = (method, target, body);
        await AssertAsync(await host.Client.GetAsync(AgentPaths.Ping), HostProof.Wrong);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(300_000)]
    public async Task A_proof_for_another_body_is_refused_whether_the_body_is_short_or_read_by_the_call(int length)
    {
        await using var server = await RunningServer.StartAsync(with: Proxied);
        var host = await JoinAsync(server);
        await host.CheckInAsync();
        var line =
            System.Text.Json.JsonSerializer.Serialize(host.Line(new HostEvent(HostEventKind.Applied, "", "x")), WireJson.Default.ReportLine)
            + "\n";
        var text = line + new string('\n', length);
        _signer.Signed = ("POST", AgentPaths.Reports, text + "\n");
        await AssertAsync(await host.ReportTextAsync(text), HostProof.Wrong);
        Assert.Equal(0, await server.Database.ReadAsync(db => db.ValueAsync<long>("select report_number from hosts")));
        _signer.Signed = null;
        Assert.Equal(HttpStatusCode.OK, (await host.ReportTextAsync(text)).StatusCode);
    }

    [Fact]
    public async Task The_proof_of_another_host_or_key_is_refused()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await JoinAsync(server);
        using var other = new HostSigner();
        await host.CheckInAsync();
        other.Nonce = _signer.Nonce;
        await AssertAsync(await other.Client(server, host.Reply).GetAsync(AgentPaths.Ping), HostProof.Wrong);

        _signer.Instead = _signer.Prove("another host", "GET", AgentPaths.Ping, []);
        await AssertAsync(await host.Client.GetAsync(AgentPaths.Ping), HostProof.Wrong);
        _signer.Instead = "what is no proof";
        await AssertAsync(await host.Client.GetAsync(AgentPaths.Ping), HostProof.Wrong);
    }

    [Fact]
    public async Task On_a_connection_to_this_server_one_proof_is_enough_and_behind_a_proxy_each_call_has_its_own()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await JoinAsync(server);
        await host.CheckInAsync();
        await host.CheckInAsync();
        _signer.Instead = "";
        Assert.Equal(HttpStatusCode.NoContent, (await host.Client.GetAsync(AgentPaths.Ping)).StatusCode);
        // An undeclared proxy is recognized by its header.
        using var forwarded = new HttpRequestMessage(HttpMethod.Get, AgentPaths.Ping) { Headers = { { "Via", "1.1 lb" } } };
        await AssertAsync(await host.Client.SendAsync(forwarded), HostProof.Missing);

        await using var behind = await RunningServer.StartAsync(with: Proxied);
        _signer.Instead = null;
        var proxied = await JoinAsync(behind);
        await proxied.CheckInAsync();
        await proxied.CheckInAsync();
        _signer.Instead = "";
        await AssertAsync(await proxied.Client.GetAsync(AgentPaths.Ping), HostProof.Missing);
    }

    [Fact]
    public async Task An_old_nonce_is_refused_with_a_fresh_one()
    {
        await using var server = await RunningServer.StartAsync(with: Proxied);
        var host = await JoinAsync(server);
        await host.CheckInAsync();
        server.Clock.Jump(TimeSpan.FromMinutes(3));
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        await AssertAsync(await host.CheckInAsync(), HostProof.StaleNonce);
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
    }

    [Fact]
    public async Task A_host_without_a_key_is_served_as_before_and_registers_one_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var old = await server.EnrolAsync();
        using var plain = await old.CheckInAsync();
        Assert.False(plain.Headers.Contains(AgentPaths.WantsHeader));
        Assert.Equal(HostKeys.None, (await api.GetAsync(FleetPaths.Host(old.Id), HostsJson.Default.HostDetail)).Summary.HostKey);

        var upgraded = new TestHost(_signer.Client(server, old.Reply), old.Reply, old.Facts) { Counter = old.Counter };
        using var wanted = await upgraded.CheckInAsync();
        Assert.Equal(AgentWants.Key, wanted.Headers.GetValues(AgentPaths.WantsHeader).Single());
        await (await RegisterAsync(upgraded, _signer.Offer(HostKeys.Register, "another host"))).ProblemAsync(HttpStatusCode.BadRequest);
        await (await RegisterAsync(upgraded, _signer.Offer(HostKeys.Enrol, old.Id))).ProblemAsync(HttpStatusCode.BadRequest);
        (await RegisterAsync(upgraded, _signer.Offer(HostKeys.Register, old.Id))).EnsureSuccessStatusCode();
        (await RegisterAsync(upgraded, _signer.Offer(HostKeys.Register, old.Id))).EnsureSuccessStatusCode();
        using var second = new HostSigner();
        await (await RegisterAsync(upgraded, second.Offer(HostKeys.Register, old.Id))).ProblemAsync(HttpStatusCode.Conflict);
        await AssertAsync(await old.CheckInAsync(), HostProof.Missing);

        var detail = await api.GetAsync(FleetPaths.Host(old.Id), HostsJson.Default.HostDetail);
        Assert.Equal(HostKeys.File, detail.Credential?.Key);
        Assert.NotNull(detail.Credential?.KeyAt);
        Assert.Single(detail.History, entry => entry.Kind == "KeyRegistered");
        Assert.Single(await ActionsAsync(server), action => action == "host.key");
    }

    [Fact]
    public async Task A_key_outlives_restarts_and_new_secrets()
    {
        var server = await RunningServer.StartAsync();
        var host = await JoinAsync(server);
        await host.CheckInAsync();
        (await host.RotateAsync("new")).EnsureSuccessStatusCode();
        var data = server.Data;
        await server.StopAsync();

        await using var again = await RunningServer.StartAsync(data);
        var renewed = host.Reply with { HostSecret = "new" };
        var same = new TestHost(_signer.Client(again, renewed), renewed, host.Facts) { Counter = 300 };
        Assert.Equal(HttpStatusCode.NoContent, (await same.CheckInAsync()).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await same.CheckInAsync()).StatusCode);
        await AssertAsync(await same.Run(again, "thief", "new").CheckInAsync(), HostProof.Missing);
    }

    [Fact]
    public async Task A_server_that_wants_keys_refuses_hosts_without_one_and_keys_without_proof()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { RequireHostKeys = true });
        var token = await server.TokenAsync(uses: 1);
        var problem = await (await EnrolAsync(server, new(token, TestHost.FactsOf("web-1")))).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains("--require-host-keys", problem.Detail, StringComparison.Ordinal);
        await (
            await EnrolAsync(server, new(token, TestHost.FactsOf("web-1"), Key: _signer.Offer(HostKeys.Enrol, "another token")))
        ).ProblemAsync(HttpStatusCode.BadRequest);
        await (await EnrolAsync(server, new(token, TestHost.FactsOf("web-1"), Key: new("AAAA", HostKeys.File, "AAAA")))).ProblemAsync(
            HttpStatusCode.BadRequest
        );
        (
            await EnrolAsync(server, new(token, TestHost.FactsOf("web-1"), Key: _signer.Offer(HostKeys.Enrol, token)))
        ).EnsureSuccessStatusCode();
    }

    [Fact]
    public async Task A_host_that_waited_for_approval_has_the_key_it_asked_with()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { ApproveHosts = true });
        using var api = await server.ApiAsync();
        var host = await JoinAsync(server);
        (
            await api.PostAsJsonAsync(FleetPaths.Approve, new PendingDecision(Host: "web-1"), EnrolmentJson.Default.PendingDecision)
        ).EnsureSuccessStatusCode();
        await AssertAsync(await host.Run(server, "thief").CheckInAsync(), HostProof.Missing);
        await host.CheckInAsync();
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
    }

    [Fact]
    public async Task The_secret_of_a_member_with_a_key_replaces_it_only_with_that_key()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await JoinAsync(server, machine: "machine-1");
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        using var fresh = new HostSigner();
        var token = await server.TokenAsync();
        var thief = new EnrolRequest(token, TestHost.FactsOf("web-1", "machine-1"), host.Credential, fresh.Offer(HostKeys.Enrol, token));
        (await EnrolAsync(server, thief)).EnsureSuccessStatusCode();
        Assert.Equal(0, await RetiredAsync(server));

        var itself = thief with { FormerProof = _signer.Sign(HostKeys.Offer(HostKeys.Former, token, fresh.PublicKey)) };
        (await EnrolAsync(server, itself)).EnsureSuccessStatusCode();
        Assert.Equal(1, await RetiredAsync(server));
    }

    public void Dispose() => _signer.Dispose();

    private async Task<TestHost> JoinAsync(RunningServer server, string name = "web-1", string machine = "")
    {
        var (token, facts) = (await server.TokenAsync(), TestHost.FactsOf(name, machine));
        _signer.Nonce = HostProof.NoNonce;
        using var answer = await EnrolAsync(server, new(token, facts, Key: _signer.Offer(HostKeys.Enrol, token)));
        var reply = await answer.ReadAsync(WireJson.Default.EnrolReply);
        return new(_signer.Client(server, reply), reply, facts);
    }

    private static Func<ServerOptions, ServerOptions> Proxied => options => options with { Proxies = ["127.0.0.0/8"] };

    private static Task<HttpResponseMessage> EnrolAsync(RunningServer server, EnrolRequest request) =>
        server.Client().PostAsJsonAsync(AgentPaths.Enrol, request, WireJson.Default.EnrolRequest);

    private static Task<HttpResponseMessage> RegisterAsync(TestHost host, HostKeyOffer offer) =>
        host.Client.PostAsJsonAsync(AgentPaths.Key, offer, WireJson.Default.HostKeyOffer);

    private static async Task<FleetProblem> AssertAsync(HttpResponseMessage answer, string error)
    {
        var problem = await answer.ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(new AuthenticationHeaderValue(AgentPaths.HostScheme, $"error=\"{error}\""), answer.Headers.WwwAuthenticate.Single());
        Assert.Single(answer.Headers.GetValues(AgentPaths.NonceHeader));
        return problem;
    }

    private static Task<IReadOnlyList<string>> ActionsAsync(RunningServer server) =>
        server.Database.ReadAsync(db => db.ListAsync<string>("select action from audit"));

    private static Task<long> RetiredAsync(RunningServer server) =>
        server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from hosts where retired_at is not null"));
}
