using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Chaos.Checking.Rules;

/// <summary>Every line that an agent had on its disk is in the store exactly once.</summary>
internal sealed class ReportsOnce : Rule
{
    public override IEnumerable<string> Check(Observed seen) =>
        seen.Hosts.SelectMany<HostEnd, string>(host =>
        {
            if (host.Reported.Count == 0)
                return [$"nothing that {host.Name} reported was seen, so that nothing can be compared"];
            var lines = host.Reported.Select(line => JsonSerializer.Deserialize(line, WireJson.Default.ReportLine)!).ToList();
            var events = lines.Where(line => line.Event is not null).Select(line => (At(line.At), $"{line.Event!.Kind} {line.Event.Text}"));
            var evidence = lines
                .Where(line => line.Evidence is not null)
                .Select(line => (At(line.Evidence!.At), $"{line.Evidence.Method} {line.Evidence.TargetId}"));
            var told = seen.Store.Events.Any(row => row.Host == host.Name && row.What.StartsWith("ReportsLost ", StringComparison.Ordinal));
            var excused = host.LostReports || (seen.Restored.Count > 0 && told);
            return
            [
                .. Compare(host.Name, events, seen.Store.Events, excused),
                .. Compare(host.Name, evidence, seen.Store.Evidence, excused),
            ];
        });

    /// <param name="host">Whose lines.</param>
    /// <param name="written">What the agent wrote; it may have given a line another number and written it again.</param>
    /// <param name="rows">What the store has.</param>
    /// <param name="excused">True when a restore removed lines and the host reported that, or it left and said so.</param>
    private static IEnumerable<string> Compare(
        string host,
        IEnumerable<(long At, string What)> written,
        IReadOnlyList<StoreCopy.Report> rows,
        bool excused
    )
    {
        var stored = rows.Where(row => row.Host == host).ToLookup(row => (row.At, row.What));
        foreach (var line in written.Distinct())
        {
            var times = stored[line].Count();
            if (times == 0 && !excused)
                yield return $"{host} reported “{line.What}” at {line.At}, and the store has lost it";
            if (times > 1)
                yield return $"{host} reported “{line.What}” at {line.At} once, and the store has it {times} times";
        }
    }

    private static long At(DateTimeOffset time) => time.ToUnixTimeMilliseconds();
}
