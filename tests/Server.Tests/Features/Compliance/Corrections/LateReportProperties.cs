using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Retention;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Features.Compliance.Corrections;

/// <summary>
/// Random histories with late, repeated and reordered reports. As of any instant, as known at any instant, the answer is the one that was
/// given then; and what is known in the end is what a replay of all lines gives.
/// </summary>
public sealed class LateReportProperties
{
    private const int Steps = 50;

    private sealed record Said(string Verdict, string Reason);

    /// <summary>One on PostgreSQL, which runs the same statements for each.</summary>
    public static TheoryData<ulong> Seeds => TestStore.IsPostgres ? [1] : [1, 2, 3, 5];

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task Every_answer_can_be_given_again_and_the_last_one_is_a_replay(ulong seed)
    {
        await using var server = await RunningServer.StartAsync();
        server.HoldTime();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        var (random, host) = (new SeededRandom(seed), await LateHost.EnrolAsync(server));
        var (live, required, away) = (new Dictionary<long, Said>(), new List<(long From, string Digest)>(), false);
        var given = new Dictionary<(long At, long Known), Said>();
        for (var i = 0; i < Steps; i++)
        {
            await LateReportTests.PassAsync(server, TimeSpan.FromSeconds(random.Below(random.Below(4) == 0 ? 900 : 150)));
            if (i == 0)
                Required();
            switch (random.Below(10))
            {
                case 0:
                    using (var author = await server.ApiAsync())
                        await author.PublishAsync(random.Below(2) == 0 ? Api.Iw3 : Api.Iw10);
                    Required();
                    break;
                case < 4:
                    host.Write(random.Below(3) == 0 ? 4 : 10, random.Below(4) == 0 ? server.Clock.GetUtcNow() : null);
                    break;
                case 4:
                    host.Write();
                    break;
                case 5 or 6:
                    away = !away;
                    break;
            }
            if (!away)
            {
                if (random.Below(2) == 0)
                    await host.CheckInAsync();
                if (host.Unsent > 1 && random.Below(2) == 0)
                    await host.ConfuseAsync();
                while (host.Unsent > 0)
                    await host.SendAsync(1 + random.Below(3));
                await host.CheckInAsync();
            }
            await LateReportTests.PassAsync(server, TimeSpan.FromMilliseconds(20));
            var now = server.Clock.Now();
            live[now] = await AnswerAsync(server, host, now);
            for (var asked = 0; asked < 3; asked++)
            {
                var at = live.Keys.ElementAt(random.Below(live.Count));
                given[(at, now)] = await AnswerAsync(server, host, at);
            }
        }

        await SameAsync(since: 0);
        var corrected = 0;
        foreach (var (at, said) in live)
        {
            var (expected, actual) = (Replayed(at, said), await AnswerAsync(server, host, at));
            corrected += expected == said ? 0 : 1;
            Assert.True(expected == actual, $"as of {at}:\n  replayed {expected}\n  stored   {actual}\n  live     {said}");
        }
        Assert.True(corrected > 0, "nothing was corrected");

        var end = live.Keys.ElementAt(Steps / 2);
        await server.Database.WriteAsync(write => OldHistory.DeleteAsync(write, host.Id, host.Id, end));
        await SameAsync(since: end);

        async Task SameAsync(long since)
        {
            foreach (var ((at, known), said) in given.Where(one => one.Key.At >= since))
                Assert.True(said == await AnswerAsync(server, host, at, known), $"as of {at}, known at {known}: was {said}");
        }

        void Required() =>
            required.Add(
                (server.Clock.Now(), server.Get<HostDirectory>().Find(host.Id)!.Required(server.Get<Requirements>().Current).Digest)
            );

        Said Replayed(long at, Said said)
        {
            var last = host.Durable.LastOrDefault(one => one.Late && one.Line.At.ToUnixTimeMilliseconds() <= at).Line;
            var states = host.Durable.Where(one => one.Line.At.ToUnixTimeMilliseconds() <= at && one.Line.State is not null);
            var stale = server.Get<ServerOptions>().StaleAfter;
            if (
                said.Verdict != nameof(Verdict.Stale)
                || last is null
                || at - last.At.ToUnixTimeMilliseconds() > stale.TotalMilliseconds
                || states.LastOrDefault().Line?.State is not { } state
            )
                return said;
            var judged = ComplianceEvaluator.Evaluate(
                new()
                {
                    RequiredDigest = required.Last(one => one.From <= at).Digest,
                    State = state,
                    CheckedInAt = last.At,
                    Now = DateTimeOffset.FromUnixTimeMilliseconds(at),
                    StaleAfter = stale,
                }
            );
            return new($"{judged.Verdict}", judged.Reason);
        }
    }

    private static Task<Said> AnswerAsync(RunningServer server, LateHost host, long at, long known = HistoryReads.Latest) =>
        server.Database.ReadAsync(async db =>
        {
            await foreach (var one in HistoryReads.TheseAsync(db, at, [host.Id], known))
                return new Said($"{one.Judged}", one.Why);
            throw new KeyNotFoundException(host.Id);
        });
}
