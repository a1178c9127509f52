using System.Globalization;
using System.Text.Json.Nodes;
using IwTune.Lab.Demo;
using IwTune.Shared.Statistics;

namespace IwTune.Lab.AlikeArms;

/// <summary>
/// <c>lab alike</c>: A/A experiments of real daemons on live traffic with real losses. Both arms are alike, so that every experiment that
/// the product stops is a false alarm, of which alpha allows a share.
/// </summary>
internal static class AlikeRun
{
    public const string Usage = "alike [N] [--seed N]";

    /// <summary>How many run at a time: more than the processors only wait for each other.</summary>
    private const int AtATime = 2;

    /// <summary>The default of <c>--alpha</c>.</summary>
    private const double Alpha = 0.05;

    private static readonly TimeSpan Traffic = TimeSpan.FromSeconds(25);

    /// <returns>
    /// 0 when alpha explains the experiments that were stopped, 1 when it does not, 64 for a usage error, 5 without the privileges.
    /// </returns>
    public static async Task<int> StartAsync(IReadOnlyList<string> words)
    {
        var (count, seed) = words switch
        {
            [] => (40, 1),
            [var number] when Number(number) is { } n => (n, 1),
            ["--seed", var start] when Number(start) is { } s => (40, s),
            [var number, "--seed", var start] when Number(number) is { } n && Number(start) is { } s => (n, s),
            _ => (0, 0),
        };
        if (count is < 1 or > 1000)
        {
            await Console.Error.WriteLineAsync($"usage: iwtune-lab {Usage}; N is a number from 1 to 1000");
            return 64;
        }
        return await LabRun.StartAsync(ct => Run(count, seed, ct));
    }

    private static bool Run(int count, int seed, CancellationToken ct)
    {
        Screen.Heading($"{count} experiments with two identical arms, {Traffic.TotalSeconds:0} s of traffic each");
        var made = new List<AlikeResult>();
        Parallel.ForEach(
            Enumerable.Range(seed, count),
            new ParallelOptions { MaxDegreeOfParallelism = AtATime, CancellationToken = ct },
            number =>
            {
                var result = One(number, Traffic);
                lock (made)
                {
                    made.Add(result);
                    if (result.Stopped)
                        Screen.Failed(result.ToString());
                    else
                        Screen.Good(result.ToString());
                }
            }
        );
        var stopped = made.Count(one => one.Stopped);
        var rate = ExactProportion.Of(stopped, made.Count);
        var interval = $"95 % interval {100 * rate.Low:0.0} to {100 * rate.High:0.0} %";
        Screen.Heading(
            $"{stopped} of {made.Count} stopped, {100 * rate.Estimate:0.0} % ({interval}); alpha is {100 * Alpha:0} %. "
                + $"{made.Sum(one => one.Connections):#,0} connections, {made.Average(one => one.LossPercent):0.0} % of first flights "
                + $"lost, {made.Count(one => one.Looked)} looked at losses"
        );
        return rate.Low <= Alpha;
    }

    /// <summary>One experiment, from a fresh daemon to its last look.</summary>
    /// <param name="seed">Of its stripes and its traffic.</param>
    /// <param name="traffic">How long the peers fetch.</param>
    public static AlikeResult One(int seed, TimeSpan traffic)
    {
        using var host = new CongestedHost((ulong)seed);
        host.ReadyAsync().GetAwaiter().GetResult();
        host.Ask("experiment", "start", "--aa", "--name", "alike", "--for", "10m", "--seed", seed.ToString(CultureInfo.InvariantCulture));
        host.Fetch(traffic, seed);
        var phase = Status(host)["experiment"]!["phase"]!.GetValue<string>();
        if (phase == "Running")
            host.Ask("experiment", "stop");
        return AlikeResult.Of(seed, phase, Status(host)["analysis"]!);
    }

    private static JsonNode Status(CongestedHost host) => JsonNode.Parse(host.Ask("experiment", "status", "--json"))!;

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0 ? number : null;
}
