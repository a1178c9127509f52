using System.Globalization;
using IwTune.Swarm.Running;

namespace IwTune.Swarm.Commands;

/// <summary>The orders that a person gives a running swarm.</summary>
internal static class Orders
{
    /// <summary>Carries out an order.</summary>
    /// <returns>The result, or the error.</returns>
    public static async Task<string> RunAsync(SimulatedHosts swarm, string order, CancellationToken ct)
    {
        switch (order.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            case ["leave", var n] when Count(n) is { } count:
                await swarm.LeaveAsync(count, ct);
                return $"{count} hosts left the fleet";
            case ["restore", var n] when Count(n) is { } count:
                await swarm.RestoreAsync(count, ct);
                return $"{count} hosts were restored from a snapshot";
            case ["reboot", var n] when Count(n) is { } count:
                await swarm.RebootAsync(count, ct);
                return $"{count} hosts booted";
            case ["drift", var n] when Count(n) is { } count:
                await swarm.DriftAsync(count, ct);
                return $"owners set the routes of {count} hosts back";
            case ["clock", var n, var by] when Count(n) is { } count && Signed(by) is { } span:
                await swarm.JumpAsync(count, span, ct);
                return $"the clocks of {count} hosts jumped by {by}";
            case ["label", var n, var labels] when Count(n) is { } count:
                var pairs = labels
                    .Split(',')
                    .Select(pair => pair.Split('=', 2))
                    .Where(pair => pair.Length == 2)
                    .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
                var problems = await swarm.RelabelAsync(count, pairs, ct);
                return problems.Count == 0
                    ? $"{count} hosts are labelled {labels}"
                    : $"{problems.Count} of {count} hosts were not labelled: {problems[0]}";
            case ["drop-reports", var text] when Arguments.SpanOf(text) is { } span:
                swarm.DropReports(span);
                return $"no report gets through for {text}";
            case ["away", var text] when Arguments.SpanOf(text) is { } span:
                swarm.Away(span);
                return $"the server cannot be reached for {text}";
            default:
                return $"'{order}' is no order; --help lists them";
        }
    }

    private static int? Count(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;

    private static TimeSpan? Signed(string text) => text.StartsWith('-') ? -Arguments.SpanOf(text[1..]) : Arguments.SpanOf(text);
}
