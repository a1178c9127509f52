using System.Security.Cryptography;
using IwTune.EndToEnd.Counterfeit;
using IwTune.Lab;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.EndToEnd.Fleet;

public sealed class RefusedBundleTests
{
    [Fact]
    public async Task A_tampered_an_expired_an_older_and_a_foreign_bundle_are_each_refused_for_their_own_reason_and_the_windows_stay()
    {
        using var site = new TestSite();
        await using var server = await site.CounterfeitAsync();
        var agent = site.Enrolled(server.Url, server.Token);
        server.Next(Bundles.For(7, sequence: 5).SignedBy(server.Keys.Signing));
        await site.InitCwndIsAsync(7, () => agent.Output);

        using var stranger = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var good = Bundles.For(9, sequence: 6);
        var refusals = new (Envelope Sent, string Reason)[]
        {
            (good.SignedBy(server.Keys.Signing).Tampered("\"initCwnd\":9", "\"initCwnd\":8"), "sign"),
            ((good with { Expires = DateTimeOffset.UtcNow.AddMinutes(-1) }).SignedBy(server.Keys.Signing), "expired"),
            (Bundles.For(9, sequence: 4).SignedBy(server.Keys.Signing), "older"),
            (good.SignedBy(stranger), "sign"),
        };
        var seen = 0;
        foreach (var (sent, reason) in refusals)
        {
            server.Next(sent);
            await Until.TrueAsync(() => Rejections(server).Count > seen, () => $"no refusal came for “{reason}”:\n{agent.Output}");
            Assert.Contains(reason, Rejections(server)[seen].Text, StringComparison.OrdinalIgnoreCase);
            Assert.Equal(7, site.InitCwnd());
            seen++;
            await SettledAsync(server);
        }
        Assert.Equal(seen, Rejections(server).Select(rejection => rejection.Text).Distinct().Count());

        server.Next(good.SignedBy(server.Keys.Signing));
        await site.InitCwndIsAsync(9, () => agent.Output);
    }

    [Fact]
    public async Task A_server_with_another_CA_than_the_pinned_one_gets_no_token()
    {
        using var site = new TestSite();
        await using var server = await site.CounterfeitAsync();
        var agent = site.Agent();
        var joined = agent.Enrol(server.Url, server.Token with { CaPin = "sha256:" + new string('a', 64) });
        Assert.Equal(1, joined.ExitCode);
        Assert.Contains(server.Keys.Pin, joined.Error, StringComparison.Ordinal);
        Assert.Empty(server.CheckIns);
    }

    private static List<HostEvent> Rejections(FakeServer server) =>
        [.. server.Events.Where(happened => happened.Kind == HostEventKind.Rejected)];

    // The agent pauses after a refusal; the next answer must be for the check-in after that pause.
    private static Task SettledAsync(FakeServer server)
    {
        var before = server.CheckIns.Count;
        return Until.TrueAsync(() => server.CheckIns.Count > before, () => "the agent checks in no more");
    }
}
