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

    /// <summary>For a reason, with what it concerns counted.</summary>
    public static string Of(Exclusion left, int hosts, int targets) =>
        left switch
        {
            { Cause: ProspectCause.WindowsClient } => Quantities.Of(hosts, "Windows client"),
            { Cause: ProspectCause.OtherOwner } => $"{Quantities.Of(targets, left.Kind)} owned by {left.Owner}",
            { Cause: ProspectCause.NeverSeen } => $"{Quantities.Count(hosts)} {(hosts == 1 ? "was" : "were")} never seen",
            { Cause: ProspectCause.Stale } => $"{Quantities.Count(hosts)} {Is(hosts)} stale",
            { Prospect: Prospect.OwnerFights, Kind.Length: > 0 } => $"{Quantities.Of(targets, left.Kind)}: {left.Why}",
            { Prospect: Prospect.Held } => $"{Quantities.Count(hosts)} {Is(hosts)} held",
            { Prospect: Prospect.Overridden } => $"{Quantities.Count(hosts)} {Has(hosts)} a local override",
            _ => $"{Hosts(hosts)}: {left.Why}",
        };

    private static string Hosts(int count) => Quantities.Of(count, "host");

    private static string Is(int count) => count == 1 ? "is" : "are";

    private static string Has(int count) => count == 1 ? "has" : "have";
}
