using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

/// <summary>
/// The evidence of a rollout over many simulated ones. First flights get half of α, 0.025; a share measured in 1,000 runs has a standard
/// error of 0.005 there.
/// </summary>
public sealed class SimulatedRolloutTests(ITestOutputHelper output)
{
    private const int Runs = 1000;

    public static TheoryData<string> Harmless => [.. Cases.Keys];

    private static readonly Dictionary<string, SimulatedRollout> Cases = new(StringComparer.Ordinal)
    {
        ["alike"] = new() { Shape = double.PositiveInfinity },
        ["different"] = new(),
        ["very different"] = new() { Shape = 1 },
        ["worst canary"] = new() { WorstCanary = true },
        ["short past"] = new() { Before = 300 },
        ["no past"] = new() { Before = 0 },
        ["few hosts"] = new() { Hosts = 8, EachSlot = 200 },
        ["bursts"] = new() { BurstCv = 2 },
        ["heavy bursts"] = new() { BurstCv = 3 },
        ["heavy bursts on few hosts"] = new()
        {
            Hosts = 8,
            EachSlot = 200,
            BurstCv = 3,
        },
        ["bursts that last"] = new() { BurstCv = 2, BurstLasts = 0.8 },
    };

    [Theory]
    [MemberData(nameof(Harmless))]
    public void A_harmless_revision_raises_no_more_alarms_than_accepted(string name)
    {
        var (random, alarms) = (new SeededRandom(31), 0);
        for (var run = 0; run < Runs; run++)
            alarms += Cases[name].Run(random) is null ? 0 : 1;
        output.WriteLine($"{name}: {alarms} of {Runs}");
        Assert.InRange(alarms, 0, (int)(Runs * (0.025 + 2 * 0.005)));
    }

    /// <summary>
    /// The table of docs/rollouts-gate.md: how many of 300 harmful rollouts are detected before all hosts have the revision, and the number
    /// of connections of hosts with the revision by which half of them are. One standard error of a half is 2.9 %.
    /// </summary>
    [Theory]
    [InlineData("alike", 5.0, 100, 110)]
    [InlineData("alike", 2.0, 100, 1_550)]
    [InlineData("alike", 1.5, 54, 8_400)]
    [InlineData("different", 5.0, 100, 145)]
    [InlineData("different", 2.0, 100, 2_030)]
    [InlineData("worst canary", 2.0, 100, 1_010)]
    [InlineData("short past", 5.0, 100, 360)]
    [InlineData("short past", 2.0, 57, 7_500)]
    [InlineData("no past", 5.0, 94, 3_770)]
    [InlineData("few hosts", 5.0, 100, 400)]
    [InlineData("few hosts", 2.0, 68, 7_700)]
    public void A_harmful_revision_is_found_as_the_table_says(string name, double risk, int percent, int connections)
    {
        var random = new SeededRandom(32);
        var found = Enumerable.Range(0, 300).Select(_ => (Cases[name] with { Risk = risk }).Run(random)).ToList();
        var needed = Quantiles.Median([.. found.Select(one => (double)(one?.Tested ?? int.MaxValue))]);
        output.WriteLine(
            $"{name}, {risk} times: found {found.Count(one => one is not null) / 3.0:0.0} %, half of them by {needed:0} connections"
        );
        Assert.InRange(found.Count(one => one is not null) / 3.0, percent - 9, percent + 9);
        Assert.InRange(needed, 0.75 * connections, 1.25 * connections);
    }

    /// <summary>The limit of detection: hosts without a past differ by more than a factor of two.</summary>
    [Fact]
    public void Twice_the_losses_of_hosts_without_a_past_are_not_told_from_bad_paths()
    {
        var random = new SeededRandom(33);
        var found = Enumerable.Range(0, 200).Count(_ => (Cases["no past"] with { Risk = 2 }).Run(random) is not null);
        Assert.InRange(found, 0, 40);
    }
}
