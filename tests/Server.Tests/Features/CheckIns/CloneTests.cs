using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Features.CheckIns;

public sealed class CloneTests
{
    [Fact]
    public async Task The_younger_of_two_machines_gets_nothing_and_counts_for_nothing_and_the_older_goes_on()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (older, younger) = await ForkAsync(server);
        await api.PublishAsync(Api.Iw10, assign: "*");

        var problem = await (await younger.CheckInAsync(boot: "boot-b")).ProblemAsync(HttpStatusCode.Conflict);
        Assert.Equal(MembershipState.Quarantined, problem.Membership?.State);
        await (await younger.ReportAsync(younger.Line(new HostEvent(HostEventKind.Applied, "", "x")))).ProblemAsync(
            HttpStatusCode.Conflict
        );
        await (await younger.RotateAsync("stolen")).ProblemAsync(HttpStatusCode.Conflict);
        Assert.NotNull(await older.TakeAsync());
        Assert.Equal(1, await older.DurableAsync(older.Line(new HostEvent(HostEventKind.Applied, "", "y"))));

        var page = await api.GetAsync(FleetPaths.Clones, EnrolmentJson.Default.ClonePage);
        Assert.Equal(
            ("boot-a", "boot-b", CloneState.Open),
            (page.Cases.Single().Older.BootId, page.Cases[0].Younger.BootId, page.Cases[0].State)
        );
        var detail = await api.GetAsync(FleetPaths.Host(older.Id), HostsJson.Default.HostDetail);
        Assert.Single(detail.History, entry => entry.Kind == "CloneSuspected");
        Assert.NotNull(detail.Credential?.Asked);
    }

    [Fact]
    public async Task Once_the_older_replaced_its_secret_the_copy_is_known_by_the_old_one_over_restarts_of_everything()
    {
        var server = await RunningServer.StartAsync();
        var (older, _) = await ForkAsync(server);
        (await older.RotateAsync("new")).EnsureSuccessStatusCode();
        var renewed = older.Run(server, "run-a", "new");
        Assert.Equal(HttpStatusCode.NoContent, (await renewed.CheckInAsync()).StatusCode);
        var (data, reply) = (server.Data, older);
        await server.StopAsync();

        await using var again = await RunningServer.StartAsync(data);
        var copy = reply.Run(again, "another-run");
        Assert.Equal(
            MembershipState.Quarantined,
            (await (await copy.CheckInAsync(boot: "boot-c")).ProblemAsync(HttpStatusCode.Conflict)).Membership?.State
        );
        Assert.Equal(HttpStatusCode.NoContent, (await renewed.Run(again, "run-a2", "new").CheckInAsync(counter: 500)).StatusCode);
    }

    [Fact]
    public async Task A_copy_that_is_adopted_becomes_a_host_of_its_own_also_when_the_answer_is_lost()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (older, younger) = await ForkAsync(server);
        await (await AdoptAsync(younger, "mine")).ProblemAsync(HttpStatusCode.Conflict);
        var open = (await api.GetAsync(FleetPaths.Clones, EnrolmentJson.Default.ClonePage)).Cases.Single();
        (
            await api.PostAsJsonAsync(
                FleetPaths.CloneAdopt(open.Id),
                new ReasonRequest("two web servers now"),
                AdministrationJson.Default.ReasonRequest
            )
        ).EnsureSuccessStatusCode();

        Assert.Equal(
            MembershipState.Adopted,
            (await (await younger.CheckInAsync(boot: "boot-b")).ProblemAsync(HttpStatusCode.Conflict)).Membership?.State
        );
        var first = await (await AdoptAsync(younger, "lost")).ReadAsync(WireJson.Default.EnrolReply);
        var second = await (await AdoptAsync(younger, "mine")).ReadAsync(WireJson.Default.EnrolReply);
        Assert.Equal(first.HostId, second.HostId);
        using var client = server.Client($"{AgentPaths.HostScheme} {second.HostId}.mine");
        var own = new TestHost(client, second, younger.Facts);
        Assert.Equal(HttpStatusCode.NoContent, (await own.CheckInAsync()).StatusCode);
        await (await AdoptAsync(younger, "third")).ProblemAsync(HttpStatusCode.Conflict);
        Assert.NotEqual(older.Id, second.HostId);
        Assert.Equal("fra", second.Labels["site"]);
    }

    [Fact]
    public async Task A_copy_whose_case_ended_a_moment_ago_becomes_no_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (_, younger) = await ForkAsync(server);
        var open = (await api.GetAsync(FleetPaths.Clones, EnrolmentJson.Default.ClonePage)).Cases.Single();
        (
            await api.PostAsJsonAsync(
                FleetPaths.CloneAdopt(open.Id),
                new ReasonRequest("two web servers now"),
                AdministrationJson.Default.ReasonRequest
            )
        ).EnsureSuccessStatusCode();
        // As another server of the store ends it, whose message need not have arrived yet.
        await server.Database.WriteAsync(write => CloneQueries.StateAsync(write, open.Id, CloneState.Ended, 1, "server", "found again"));
        await (await AdoptAsync(younger, "mine")).ProblemAsync(HttpStatusCode.Conflict);
        Assert.Equal(1, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from hosts")));
    }

    [Fact]
    public async Task A_copy_that_becomes_a_host_of_its_own_with_a_key_is_worth_nothing_without_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (older, younger) = await ForkAsync(server);
        var open = (await api.GetAsync(FleetPaths.Clones, EnrolmentJson.Default.ClonePage)).Cases.Single();
        (
            await api.PostAsJsonAsync(
                FleetPaths.CloneAdopt(open.Id),
                new ReasonRequest("two web servers now"),
                AdministrationJson.Default.ReasonRequest
            )
        ).EnsureSuccessStatusCode();
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

        // A proof for another purpose, or for another host, registers nothing.
        await (await AdoptAsync(younger, "mine", Offer(key, HostKeys.Register, older.Id))).ProblemAsync(HttpStatusCode.BadRequest);
        await (await AdoptAsync(younger, "mine", Offer(key, HostKeys.Adopt, "another"))).ProblemAsync(HttpStatusCode.BadRequest);
        var reply = await (await AdoptAsync(younger, "mine", Offer(key, HostKeys.Adopt, older.Id))).ReadAsync(WireJson.Default.EnrolReply);
        using var client = server.Client($"{AgentPaths.HostScheme} {reply.HostId}.mine");
        Assert.Equal(HttpStatusCode.Unauthorized, (await new TestHost(client, reply, younger.Facts).CheckInAsync()).StatusCode);
    }

    [Fact]
    public async Task An_administrator_may_keep_the_younger_instead_before_and_after_the_older_replaced_its_secret()
    {
        foreach (var replaced in new[] { false, true })
        {
            await using var server = await RunningServer.StartAsync();
            using var api = await server.ApiAsync();
            var (older, younger) = await ForkAsync(server);
            if (replaced)
            {
                (await older.RotateAsync("new")).EnsureSuccessStatusCode();
                older = older.Run(server, "run-a", "new");
                (await older.CheckInAsync()).EnsureSuccessStatusCode();
            }
            var open = (await api.GetAsync(FleetPaths.Clones, EnrolmentJson.Default.ClonePage)).Cases.Single();
            (
                await api.PostAsJsonAsync(
                    FleetPaths.CloneRekey(open.Id),
                    new ReasonRequest("the old one is scrap"),
                    AdministrationJson.Default.ReasonRequest
                )
            ).EnsureSuccessStatusCode();
            var answer = await younger.CheckInAsync(boot: "boot-b");
            Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
            Assert.Contains(AgentWants.Rotate, answer.Headers.GetValues(AgentPaths.WantsHeader).Single(), StringComparison.Ordinal);
            await (await older.CheckInAsync()).ProblemAsync(HttpStatusCode.Conflict);
            await (
                await api.PostAsJsonAsync(
                    FleetPaths.CloneRekey(open.Id),
                    new ReasonRequest("again"),
                    AdministrationJson.Default.ReasonRequest
                )
            ).ProblemAsync(HttpStatusCode.Conflict);
        }
    }

    [Fact]
    public async Task A_restored_snapshot_is_told_and_given_a_new_secret_without_anybody()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = (await server.EnrolAsync()).Run(server, "run-1");
        await host.CheckInAsync(counter: 200);
        var restored = host.Run(server, "run-2");
        HttpResponseMessage answer = null!;
        for (var i = 65; i < 80 && (answer is null || !answer.Headers.Contains(AgentPaths.WantsHeader)); i++)
            Assert.Equal(HttpStatusCode.NoContent, (answer = await restored.CheckInAsync(boot: "boot-b", counter: i)).StatusCode);
        Assert.Equal(AgentWants.Rotate, answer.Headers.GetValues(AgentPaths.WantsHeader).Single());
        var detail = await api.GetAsync(FleetPaths.Host(host.Id), HostsJson.Default.HostDetail);
        Assert.Single(detail.History, entry => entry.Kind == "WentBack");
        Assert.Empty((await api.GetAsync(FleetPaths.Clones, EnrolmentJson.Default.ClonePage)).Cases);
    }

    [Fact]
    public async Task A_waiting_copy_is_let_go_when_it_is_found()
    {
        await using var server = await RunningServer.StartAsync();
        var older = (await server.EnrolAsync()).Run(server, "run-a");
        await older.CheckInAsync();
        var younger = older.Run(server, "run-b");
        younger.Counter = 64;
        for (var i = 0; i < 2; i++)
            await younger.CheckInAsync(boot: "boot-b");
        var waiting = younger.CheckInAsync(wait: 20, boot: "boot-b");
        await CheckInTests.WaitingAsync(server, 1);
        for (var i = 0; i < 3; i++)
            await older.CheckInAsync();
        await (await waiting).ProblemAsync(HttpStatusCode.Conflict);
    }

    /// <summary>Two machines with one identity, already detected.</summary>
    private static async Task<(TestHost Older, TestHost Younger)> ForkAsync(RunningServer server)
    {
        var older = (await server.EnrolAsync("web-1", "machine", ("site", "fra"))).Run(server, "run-a");
        await older.CheckInAsync();
        var younger = older.Run(server, "run-b");
        younger.Counter = 64;
        for (var i = 0; i < 3; i++)
            Assert.Equal(HttpStatusCode.NoContent, (await younger.CheckInAsync(boot: "boot-b")).StatusCode);
        for (var i = 0; i < 3; i++)
            Assert.Equal(HttpStatusCode.NoContent, (await older.CheckInAsync()).StatusCode);
        return (older, younger);
    }

    private static HostKeyOffer Offer(ECDsa key, string purpose, string subject)
    {
        var publicKey = Convert.ToBase64String(key.ExportSubjectPublicKeyInfo());
        return new(
            publicKey,
            HostKeys.File,
            Convert.ToBase64String(key.SignData(HostKeys.Offer(purpose, subject, publicKey), HashAlgorithmName.SHA256))
        );
    }

    private static Task<HttpResponseMessage> AdoptAsync(TestHost copy, string secret, HostKeyOffer? key = null) =>
        copy.Client.PostAsJsonAsync(
            AgentPaths.Adopt,
            new AdoptRequest(IwTune.Server.Features.Tokens.Secret.HashOf(secret), copy.Facts, key),
            WireJson.Default.AdoptRequest
        );
}
