using System.Runtime.CompilerServices;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Reporting;
using IwTune.Agent.Simulated;
using IwTune.Lab;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>The whole product in six lines, as CONTRIBUTING.md shows them: they compile and run, and both copies are equal.</summary>
public sealed class SixLinesTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task They_make_a_host_what_a_bundle_says_and_report_it()
    {
        var (content, ct) = (Bench.Content(("default", 16, null)), CancellationToken.None);
        var (digest, rules) = (BundleDigest.Of(content), HostRules.Read(_bench.State, _bench.Tuner.Capabilities, _bench.Clock.GetUtcNow()));
        var tuner = new JournaledTuner(_bench.Tuner, Journal.Open(_bench.State, _bench.Clock));
        var verifier = new Verifier(tuner, new SimulatedProbe(_bench.Clock), _bench.Clock);
        var outbox = Outbox.Open(_bench.State.File("outbox"), 1 << 20, _bench.Clock);
        var outcomes = new List<StepOutcome>();

        // The formatter must not split the six lines.
        // csharpier-ignore-start
        // begin
        var observed = await tuner.ReadAsync(ct);
        var plan = Planner.Plan(tuner.Resolve(content, observed), observed, rules);
        foreach (var step in plan.Steps) outcomes.Add(new StepOutcome(step, await tuner.ApplyAsync(step, ct)));
        var expected = plan.Resolution.Wants.ToDictionary(want => want.Target.Id, want => new Expected(want.Window));
        var seen = await verifier.VerifyAsync(expected, digest, ct);
        outbox.Put(HostStates.From(plan, outcomes, seen.Snapshot, BundlePhase.Applied, reason: ""));
        // end
        // csharpier-ignore-end

        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.True(seen.Holds);
        Assert.Equal(1, outbox.Waiting);
    }

    [Fact]
    public void CONTRIBUTING_shows_these_lines()
    {
        var here = Lines(File.ReadAllText(Here()), "// begin", "// end");
        Assert.Equal(here, Lines(File.ReadAllText(Path.Combine(Recorded.Root(), "CONTRIBUTING.md")), "```csharp", "```"));
    }

    public void Dispose() => _bench.Dispose();

    private static string Here([CallerFilePath] string path = "") => path;

    private static List<string> Lines(string text, string after, string before) =>
        [.. text.Split('\n').Select(line => line.Trim()).SkipWhile(line => line != after).Skip(1).TakeWhile(line => line != before)];
}
