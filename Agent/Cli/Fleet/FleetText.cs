using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>How the fleet's values look in a table.</summary>
internal static class FleetText
{
    public static Cell Number(int? value) => value is { } number ? number.ToString(CultureInfo.InvariantCulture) : new Cell("-", Ink.Quiet);

    /// <summary>The required revision, and the held one where it differs.</summary>
    public static string Policy(HostSummary host) =>
        host switch
        {
            { Policy: null } => "-",
            { HeldRevision: { } held } when held != host.Revision => $"{host.Policy} r{host.Revision} (has r{held})",
            _ => $"{host.Policy} r{host.Revision}",
        };

    /// <summary>A verdict in its colour.</summary>
    public static Cell Of(Verdict verdict) => new(VerdictWords.Of(verdict).Word, InkOf(verdict));

    public static Ink InkOf(Verdict verdict) =>
        verdict switch
        {
            Verdict.Compliant or Verdict.Repaired => Ink.Good,
            Verdict.Drifted or Verdict.Error => Ink.Bad,
            Verdict.Applying or Verdict.Stale => Ink.Attention,
            _ => Ink.Plain,
        };

    public static string Until(ExceptionSummary exception) => exception.Until is { } until ? $"until {Time(until)}" : "without end";

    /// <summary>A sentence of the server, which writes moments as its console does, with moments as in <see cref="Time"/>.</summary>
    public static string Sentence(string sentence) => sentence.Replace(" UTC", "Z", StringComparison.Ordinal);

    public static string Time(DateTimeOffset at) => at.ToUniversalTime().ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
