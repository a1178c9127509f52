using System.Net;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>Two servers behind a real nginx as deploy/nginx configures it, without sticky sessions.</summary>
[Trait("Store", "both")]
[Collection(nameof(TwoServers))]
public sealed class ProxyTests(TwoServers servers)
{
    [Fact]
    public async Task Hosts_and_people_may_come_to_another_server_with_every_call_and_the_proxy_alone_is_believed_about_them()
    {
        await using var nginx = await Nginx.StartAsync(servers.A, servers.B);

        // A browser: each page from either server, signed in once.
        var password = await TestAccounts.AddAsync(servers.A, "behind", [new(Role.Admin)]);
        using var person = Person.Stranger(nginx.Ending, from: "127.0.0.3");
        using (var signedIn = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "behind"), ("Input.Password", password!)))
            Assert.Equal(HttpStatusCode.Redirect, signedIn.StatusCode);
        var answered = new HashSet<string>(StringComparer.Ordinal);
        await TwoServers.EventuallyAsync(async () =>
        {
            using var page = await person.GetAsync("/hosts");
            Assert.Equal(HttpStatusCode.OK, page.StatusCode);
            answered.Add(page.Headers.GetValues(Nginx.AnsweredBy).Single());
            return answered.Count == 2;
        });
        Assert.Contains("127.0.0.3", await OriginAsync("session.open"), StringComparison.Ordinal);

        // A host that waits at one server while the other one publishes.
        var host = (await servers.A.EnrolAsync("behind", labels: ("role", "behind"))).By(servers.A, nginx.Ending);
        Assert.Null(await host.TakeAsync());
        var (waitsAtA, waitsAtB) = (servers.A.Get<HeldCheckIns>().Count, servers.B.Get<HeldCheckIns>().Count);
        var waiting = host.TakeAsync(wait: 20);
        await TwoServers.EventuallyAsync(() =>
            Task.FromResult(servers.A.Get<HeldCheckIns>().Count > waitsAtA || servers.B.Get<HeldCheckIns>().Count > waitsAtB)
        );
        await (servers.A.Get<HeldCheckIns>().Count > waitsAtA ? servers.AtB : servers.AtA).PublishAsync(
            "policy: behind\nwindow: { initcwnd: 12 }\nscopes: [default]\n",
            "role:behind"
        );
        Assert.Equal("behind", (await waiting)?.Content.Policy);
        for (var i = 1; i <= 4; i++)
            Assert.Equal(i, await host.DurableAsync(host.Line(host.State(12, 12))));

        // A client that claims to be the proxy is not believed, directly or through the proxy.
        var token = await servers.A.TokenAsync(TokenKind.Api);
        using var direct = servers.A.Client($"Bearer {token}");
        using var through = servers.A.Client($"Bearer {token}", nginx.Ending);
        foreach (var (client, policy) in new[] { (direct, "said-directly"), (through, "said-through") })
        {
            client.DefaultRequestHeaders.Add("X-Forwarded-For", "203.0.113.9");
            await client.PublishAsync($"policy: {policy}\nwindow: {{ initcwnd: 12 }}\nscopes: [default]\n");
            Assert.StartsWith("127.0.0.1", await OriginAsync("policy.publish"), StringComparison.Ordinal);
        }

        // The servers terminate TLS: the pinned CA is theirs, the address is the proxy's.
        var pinned = host.By(servers.A, nginx.Passthrough);
        Assert.Null(await pinned.TakeAsync());
    }

    private async Task<string> OriginAsync(string action) =>
        (await servers.AtA.GetAsync($"{FleetPaths.Audit}?action={action}", AuditJson.Default.AuditPage)).Entries[0].Source;
}
