using IwTune.Server.Console;
using IwTune.Shared.Impact;

namespace IwTune.Server.Features.Impact;

/// <summary>Prospects of many hosts, as console and API say them.</summary>
internal static class ImpactText
{
    /// <summary>For a number of hosts.</summary>
    public static string Outcome(Prospect prospect, int hosts) =>
        prospect switch
        {
            Prospect.Same => $"{Hosts(hosts)} {Has(hosts)} these windows already",
            Prospect.Changes => $"{Hosts(hosts)} {(hosts == 1 ? "gets" : "get")} other windows",
            Prospect.PutBack => $"{Hosts(hosts)} {(hosts == 1 ? "restores" : "restore")} what {(hosts == 1 ? "it" : "they")} had",
            Prospect.Audited => $"{Hosts(hosts)} {Is(hosts)} only audited",
            Prospect.Observing => $"{Hosts(hosts)} only {(hosts == 1 ? "observes" : "observe")}",
            Prospect.Held => $"{Hosts(hosts)} {Is(hosts)} held",
            Prospect.Overridden => $"{Hosts(hosts)} {Has(hosts)} a local override",
            Prospect.OwnerFights => $"{Hosts(hosts)} {(hosts == 1 ? "leaves" : "leave")} it to an owner that undoes every repair",
            Prospect.Unsupported => $"{Hosts(hosts)} cannot",
            Prospect.Refused => $"{Hosts(hosts)} {(hosts == 1 ? "refuses" : "refuse")} it by a limit",
            _ => $"{Hosts(hosts)}: unknown",
        };

    /// <summary>The part of a reason that many hosts share.</summary>
    public static string Common(Prospect prospect, string why) => prospect is Prospect.Held or Prospect.Overridden ? "" : why;

    /// <summary>For a reason, with what it concerns counted.</summary>
    public static string Exclusion(Prospect prospect, string why, int hosts, int targets) =>
        (prospect, why) switch
        {
            (Prospect.Unsupported, "Windows client") => Quantities.Of(hosts, "Windows client"),
            (Prospect.Unsupported, _) when targets > 0 && Noun(why) is { } noun =>
                $"{Quantities.Of(targets, noun)} {why[(noun.Length + 1)..]}",
            (Prospect.OwnerFights, _) => $"{Quantities.Of(targets, "route")}: {why}",
            (Prospect.Held, _) => $"{Quantities.Count(hosts)} {Is(hosts)} held",
            (Prospect.Overridden, _) => $"{Quantities.Count(hosts)} {Has(hosts)} a local override",
            (Prospect.Unknown, "never seen") => $"{Quantities.Count(hosts)} {(hosts == 1 ? "was" : "were")} never seen",
            (Prospect.Unknown, "stale") => $"{Quantities.Count(hosts)} {Is(hosts)} stale",
            _ => $"{Hosts(hosts)}: {why}",
        };

    private static string? Noun(string why) =>
        why.Split(' ') is [("route" or "template" or "filter") and var noun, "owned", "by", ..] ? noun : null;

    private static string Hosts(int count) => Quantities.Of(count, "host");

    private static string Is(int count) => count == 1 ? "is" : "are";

    private static string Has(int count) => count == 1 ? "has" : "have";
}
